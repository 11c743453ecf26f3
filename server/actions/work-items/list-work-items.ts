// A page of leads or jobs, each with its customer and address, as the bytes of the answer.
import type { Database } from '#db/database.ts';
import { RecordCache } from '#db/record-cache.ts';
import { findWorkItemPage, type WorkItemPageRequest } from '#db/work-item-pages.ts';
import { searchWorkItemPage } from '#db/work-item-search.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';
import { loadListedWorkItems } from './load-work-items.ts';

const cacheBytesMax = 16 * 1024 * 1024;
const records = new RecordCache(cacheBytesMax);

export async function listWorkItems(
  db: Database,
  { words, ...request }: WorkItemPageRequest & { words: string[] | undefined },
): Promise<ListPage> {
  const keys = words
    ? await searchWorkItemPage(db, request, words)
    : await findWorkItemPage(db, request);
  const { rows, next } = pageOf(keys, request.limit);
  const json = await records.get(rows, (ids) => load(db, request.brandId, ids));
  return { body: listBody(json, request.limit), next };
}

async function load(db: Database, brandId: string, ids: string[]): Promise<Map<string, string>> {
  const items = await loadListedWorkItems(db, brandId, ids);
  return new Map(Array.from(items, ([id, item]) => [id, JSON.stringify(item)]));
}
