// Finds the records of a page: in one statement where an index has them in list order, else by a
// scan in chunks.
import { accessOf, type ListName } from '#core/search/list-access.ts';
import { addressList } from '../addresses/address-pages.ts';
import { customerList } from '../customers/customer-pages.ts';
import type { Database } from '../database.ts';
import { type ListSource, mergePages, readPage } from './list-source.ts';
import type { ScanState, ScanRequest, StartTimer } from './scan-state.ts';
import { beginScan, type ScanStep, scanList, resumeWalk } from './scan-list.ts';
import { workItemList } from '../work-items/work-item-pages.ts';

const lists = { workItems: workItemList, customers: customerList, addresses: addressList };

type PageRequest<List extends ListName> = Parameters<(typeof lists)[List]>[1];

// Then other requests get their turn.
const chunkMs = 25;

const startTimeSlice: StartTimer = () => {
  const until = performance.now() + chunkMs;
  return () => performance.now() > until;
};

/** Reads only keys and sort values; the records are loaded by id. */
export async function findPage<List extends ListName>(
  db: Database,
  list: List,
  request: PageRequest<List> & ScanRequest,
  startTimer = startTimeSlice,
): Promise<ScanStep> {
  const sourceOf = (asked: typeof request) =>
    (lists[list] as (db: Database, asked: PageRequest<List>) => ListSource)(db, asked);
  const { byEach, needsScan } = accessOf(list, request);
  const { recordsMax } = request;
  const source = sourceOf(request);
  // Cloned: a replica that was too slow may still be working on the original.
  const soFar = request.soFar && structuredClone(request.soFar);
  if (needsScan || (soFar && soFar.valuesRead === undefined)) {
    return scanList(db, source, soFar ?? beginScan(source), { recordsMax, startTimer });
  }
  if (byEach === undefined) return readInOrder(db, source);
  const { filters } = request;
  const values = new Set((filters as Record<string, unknown[]>)[byEach]);
  const sources = Array.from(values, (value) => {
    const one = { ...request, filters: { ...filters, [byEach]: [value] } };
    return sourceOf(one);
  });
  return readEach(db, source, sources, soFar ?? beginScan(source), startTimer());
}

async function readInOrder(db: Database, source: ListSource): Promise<ScanStep> {
  const { keys, end } = await readPage(db, source);
  return end ? { soFar: resumeWalk(source, keys, end) } : { keys };
}

/** Each value has its own order in the index; reading them together would need a sort. */
async function readEach(
  db: Database,
  source: ListSource,
  sources: readonly ListSource[],
  soFar: ScanState,
  isOver: () => boolean,
): Promise<ScanStep> {
  let { found, valuesRead = 0 } = soFar;
  for (const one of sources.slice(valuesRead)) {
    const { keys, end } = await readPage(db, one);
    if (end) return { soFar: resumeWalk(source) };
    found = mergePages([found, keys], source);
    const isPart = ++valuesRead < sources.length && !soFar.isLast;
    if (isPart && isOver()) return { soFar: { ...soFar, found, valuesRead } };
  }
  return { keys: found };
}
