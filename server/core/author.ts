// Who changes something, and by which request.
import type { Actor } from '#contract/event-lists.ts';

export interface Author {
  actor: Actor;
  actorId: string | null;
  requestId: string | null;
}

/** What the program does by itself. */
export const theSystem: Author = { actor: 'system', actorId: null, requestId: null };

/** The key that did it, if one did. */
export function keyOf({ actor, actorId }: Author): string | null {
  return actor === 'key' ? actorId : null;
}

/** For `createdBy` and `updatedBy`, which name members only. */
export function memberOf({ actor, actorId }: Author): string | null {
  return actor === 'member' ? actorId : null;
}
