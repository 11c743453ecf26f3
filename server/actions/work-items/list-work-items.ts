// A page of leads or jobs, each with its customer and address, as the bytes of the answer.
import type { Database } from '#db/database.ts';
import { RecordCache } from '#db/record-cache.ts';
import { findWorkItemPage, type WorkItemPageRequest } from '#db/work-item-pages.ts';
import { searchWorkItemPage } from '#db/work-item-search.ts';
import { type ListPage, listBody, pageOf } from '../list-page.ts';
import { KeptPages } from './kept-pages.ts';
import { loadListedWorkItems } from './load-work-items.ts';

const cacheBytesMax = 16 * 1024 * 1024;
const records = new RecordCache(cacheBytesMax);
const keptBytesMax = 16 * 1024 * 1024;
const keptPageBytesMax = 1024 * 1024;
const pages = new KeptPages(keptBytesMax, keptPageBytesMax);

export async function listWorkItems(
  db: Database,
  { words, ...request }: WorkItemPageRequest & { words: string[] | undefined },
): Promise<ListPage> {
  const keys = words
    ? await searchWorkItemPage(db, request, words)
    : await findWorkItemPage(db, request);
  const { brandId, limit } = request;
  const kept = pages.find(keys, limit);
  if (kept) return kept;
  const { rows, next } = pageOf(keys, limit);
  const json = await records.get(rows, (ids) => load(db, brandId, ids));
  const page = { body: listBody(json, limit), next };
  pages.note(keys, limit, page);
  return page;
}

async function load(db: Database, brandId: string, ids: string[]): Promise<Map<string, string>> {
  const items = await loadListedWorkItems(db, brandId, ids);
  return new Map(Array.from(items, ([id, item]) => [id, JSON.stringify(item)]));
}
