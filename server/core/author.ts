// The author of a change, and the request it came with.
import type { Actor } from '#contract/event-lists.ts';

export interface Author {
  actor: Actor;
  actorId: string | null;
  requestId: string | null;
}

/** The author of changes that the program makes by itself. */
export const systemAuthor: Author = { actor: 'system', actorId: null, requestId: null };

/** The id of the API key; null for members and the system. */
export function keyOf({ actor, actorId }: Author): string | null {
  return actor === 'key' ? actorId : null;
}

/** The value of `createdBy` and `updatedBy`, which name members only. */
export function memberOf({ actor, actorId }: Author): string | null {
  return actor === 'member' ? actorId : null;
}
