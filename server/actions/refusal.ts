/** What was asked cannot be done, for a reason that the asker may know. */
export class Refusal extends Error {
  override name = 'Refusal';
}
