// A page of leads or jobs, each with its customer and address, as the bytes of the answer.
import type { Database } from '#db/database.ts';
import { RecordCache } from '#db/record-cache.ts';
import { findWorkItemPage, type WorkItemPageRequest } from '#db/work-item-pages.ts';
import { searchWorkItemPage } from '#db/work-item-search.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';
import { loadListedWorkItems } from './load-work-items.ts';
import { PageEditions } from './page-editions.ts';

const cacheBytesMax = 16 * 1024 * 1024;
const records = new RecordCache(cacheBytesMax);
const editions = new PageEditions();

export type WorkItemListRequest = WorkItemPageRequest & { words: string[] | undefined };

/** Without a body when the asker has kept this edition of the page. */
export type EditionOfPage = { edition: number } & (ListPage | { body: null });

export async function listWorkItems(
  db: Database,
  { words, editionKept, ...request }: WorkItemListRequest & { editionKept: number | undefined },
): Promise<EditionOfPage> {
  const eraBefore = db.era();
  const keys = words
    ? await searchWorkItemPage(db, request, words)
    : await findWorkItemPage(db, request);
  const { brandId, limit } = request;
  const edition = editions.editionOf(keys, limit);
  if (edition === editionKept) return { edition, body: null };
  const { rows, next } = pageOf(keys, limit);
  const era = db.era() === eraBefore ? eraBefore : null;
  const json = await records.get(rows, era, (ids) => load(db, brandId, ids));
  return { edition, body: listBody(json, limit), next };
}

async function load(db: Database, brandId: string, ids: string[]): Promise<Map<string, string>> {
  const items = await loadListedWorkItems(db, brandId, ids);
  return new Map(Array.from(items, ([id, item]) => [id, JSON.stringify(item)]));
}
