// A page of leads or jobs, each with its customer and address, as the bytes of the answer.
import type { Database } from '#db/database.ts';
import { RecordCache } from '#db/record-cache.ts';
import type { RecordKey } from '#db/record-key.ts';
import {
  findWorkItemPage,
  isLookedThrough,
  type WorkItemPageRequest,
} from '#db/work-item-pages.ts';
import { beginSearch, type SearchSoFar, searchWorkItems } from '#db/work-item-search.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';
import { loadListedWorkItems } from './load-work-items.ts';
import { editionOf } from './page-editions.ts';

const cacheBytesMax = 16 * 1024 * 1024;
const records = new RecordCache(cacheBytesMax);
// Then it is somebody else's turn.
const searchMsAtOnce = 25;

export type WorkItemListRequest = WorkItemPageRequest & { words: string[] | undefined };

interface ListQuestion extends WorkItemListRequest {
  /** Of a page that the asker has kept. */
  editionKept: string | undefined;
  /** Where the search was when it was left. */
  soFar?: SearchSoFar | undefined;
}

/** Without a body when the asker has kept this edition of the page. */
export type EditionOfPage = { edition: string } & (ListPage | { body: null });

type ListAnswer = EditionOfPage | { soFar: SearchSoFar } | 'too_broad';

export async function listWorkItems(
  db: Database,
  { words, editionKept, soFar, ...request }: ListQuestion,
): Promise<ListAnswer> {
  const eraBefore = db.era();
  const isSearch = words !== undefined || isLookedThrough(request);
  const found = isSearch
    ? await searchFor(db, request, soFar ?? beginSearch(request, words ?? []))
    : { keys: await findWorkItemPage(db, request) };
  if (found === 'too_broad' || 'soFar' in found) return found;
  const keys: readonly RecordKey[] = found.keys;
  const { brandId, limit } = request;
  const edition = editionOf(keys, limit, eraBefore);
  const era = db.era() === eraBefore ? eraBefore : null;
  if (edition === editionKept && era !== null) return { edition, body: null };
  const page = pageOf(keys, limit);
  const { rows } = page;
  const next = ('next' in found ? found.next : undefined) ?? page.next;
  const json = await records.get(rows, era, (ids) => load(db, brandId, ids));
  return { edition, body: listBody(json, limit), next };
}

function searchFor(db: Database, request: WorkItemPageRequest, soFar: SearchSoFar) {
  const startTimer = () => {
    const until = performance.now() + searchMsAtOnce;
    return () => performance.now() > until;
  };
  return searchWorkItems(db, request, soFar, startTimer);
}

async function load(db: Database, brandId: string, ids: string[]): Promise<Map<string, string>> {
  const items = await loadListedWorkItems(db, brandId, ids);
  return new Map(Array.from(items, ([id, item]) => [id, JSON.stringify(item)]));
}
