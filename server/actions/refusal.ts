/**
 * A request that cannot be carried out, with a reason that the operator may see. For the command line,
 * and for the move, which aborts from deep within; other actions return an outcome.
 */
export class Refusal extends Error {
  override name = 'Refusal';
}
