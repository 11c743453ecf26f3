// A page of leads or jobs, each with its customer and address, as the bytes of the answer.
import type { Database } from '#db/database.ts';
import { findPage } from '#db/find-page.ts';
import { RecordCache } from '#db/record-cache.ts';
import type { WorkItemPageRequest } from '#db/work-item-pages.ts';
import {
  type ListAnswer,
  type ListPage,
  listBody,
  type ListQuestion,
  pageOf,
} from '../list-page.ts';
import { loadListedWorkItems } from './load-work-items.ts';
import { editionOf } from './page-editions.ts';

const cacheBytesMax = 16 * 1024 * 1024;
const records = new RecordCache(cacheBytesMax);

interface EditionQuestion extends WorkItemPageRequest {
  /** Of a page that the asker has kept. */
  editionKept: string | undefined;
}

/** Without a body when the asker has kept this edition of the page. */
export type EditionOfPage = { edition: string } & (ListPage | { body: null });

export async function listWorkItems(
  db: Database,
  { editionKept, ...request }: ListQuestion<EditionQuestion>,
): Promise<ListAnswer<EditionOfPage>> {
  const eraBefore = db.era();
  const found = await findPage(db, 'workItems', request);
  if (found === 'too_broad' || 'soFar' in found) return found;
  const { brandId, limit } = request;
  const edition = editionOf(found.keys, limit, eraBefore, found.next);
  const era = db.era() === eraBefore ? eraBefore : null;
  if (edition === editionKept && era !== null) return { edition, body: null };
  const { rows, next } = pageOf(found.keys, limit, found.next);
  const json = await records.get(rows, era, (ids) => load(db, brandId, ids));
  return { edition, body: listBody(json, limit), next };
}

async function load(db: Database, brandId: string, ids: string[]): Promise<Map<string, string>> {
  const items = await loadListedWorkItems(db, brandId, ids);
  return new Map(Array.from(items, ([id, item]) => [id, JSON.stringify(item)]));
}
