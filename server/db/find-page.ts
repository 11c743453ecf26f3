// Which records stand on a page: in one statement where an index has them in the order of the list, else piece by piece.
import { accessOf, type ListName } from '#core/search/list-access.ts';
import { addressList } from './address-pages.ts';
import { customerList } from './customer-pages.ts';
import type { Database } from './database.ts';
import { type ListSource, mergePages, readPage } from './list-source.ts';
import type { LookSoFar, StartTimer } from './look-so-far.ts';
import { beginLook, type LookStep, lookThrough } from './look-through.ts';
import type { RecordKey } from './record-key.ts';
import { workItemList } from './work-item-pages.ts';

const lists = { workItems: workItemList, customers: customerList, addresses: addressList };

type PageRequest<List extends ListName> = Parameters<(typeof lists)[List]>[1];

// Then it is somebody else's turn.
const pieceMs = 25;

const startPiece: StartTimer = () => {
  const until = performance.now() + pieceMs;
  return () => performance.now() > until;
};

/** Only keys and versions are read: the records themselves come from a cache or by id. */
export async function findPage<List extends ListName>(
  db: Database,
  list: List,
  request: PageRequest<List> & { soFar?: LookSoFar | undefined },
  startTimer = startPiece,
): Promise<LookStep> {
  const sourceOf = (asked: typeof request) =>
    (lists[list] as (db: Database, asked: PageRequest<List>) => ListSource)(db, asked);
  const { by, hasSeveral, isLookedThrough } = accessOf(list, request);
  const source = sourceOf(request);
  if (isLookedThrough) {
    // A copy: what a replica was too slow with is asked again, and may still go on there.
    const soFar = request.soFar ? structuredClone(request.soFar) : beginLook(source);
    return lookThrough(db, source, soFar, startTimer);
  }
  if (!hasSeveral) return { keys: await readPage(db, source) };
  // Each value by itself is in order in its index; together they would have to be sorted first.
  const pages: (readonly RecordKey[])[] = [];
  const { filters } = request;
  for (const value of new Set((filters as Record<string, unknown[]>)[by!])) {
    const one = { ...request, filters: { ...filters, [by!]: [value] } };
    pages.push(await readPage(db, sourceOf(one)));
  }
  return { keys: mergePages(pages, source) };
}
