// Which pages are the same to the last byte, told by a hash: who has kept a page need not be handed it again, whichever
// thread or connection it is read by.
import { hash } from 'node:crypto';
import type { Position } from '#core/requests/cursor.ts';
import type { RecordKey } from '#db/record-key.ts';

/**
 * Of the keys in order, the size that was asked for, which stands on the page, the era of the database, and where the list
 * goes on when the page ended early.
 */
export function editionOf(
  keys: readonly RecordKey[],
  limit: number,
  era: number,
  goesOnAt?: Position,
): string {
  const parts = keys.map(({ id, version, sortValue }) => `${id} ${version} ${sortValue}`);
  const next = goesOnAt ? `${goesOnAt.id} ${goesOnAt.value}` : '';
  return hash('sha1', [era, limit, next, ...parts].join('\n'), 'base64');
}
