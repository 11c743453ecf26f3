// Which pages are the same to the last byte, told by a hash: who has kept a page need not be handed it again, whichever
// thread or connection it is read by.
import { hash } from 'node:crypto';
import type { RecordKey } from '#db/record-key.ts';

/** Of the keys in order, the size that was asked for, which stands on the page, and the era of the database. */
export function editionOf(keys: readonly RecordKey[], limit: number, era: number): string {
  const parts = keys.map(({ id, version, sortValue }) => `${id} ${version} ${sortValue}`);
  return hash('sha1', [era, limit, ...parts].join('\n'), 'base64');
}
