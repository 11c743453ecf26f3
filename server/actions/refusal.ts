/**
 * What was asked cannot be done, for a reason that the operator may know. For the command line, and for the move,
 * which has to be broken off from deep within; other actions return an outcome that says no.
 */
export class Refusal extends Error {
  override name = 'Refusal';
}
