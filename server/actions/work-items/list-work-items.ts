// A page of leads or jobs with their customers and addresses, as the bytes of the response body.
import type { Database } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import type { WorkItemPageRequest } from '#db/work-items/work-item-pages.ts';
import {
  eachOf,
  type ListResult,
  listBody,
  type ListCall,
  pageOf,
  readPageOf,
} from '../list-page.ts';
import { loadListedWorkItems } from '../load-work-items.ts';

export function listWorkItems(
  db: Database,
  request: ListCall<WorkItemPageRequest>,
): Promise<ListResult> {
  return readPageOf(request, async (asked) => {
    const found = await findPage(db, 'workItems', asked);
    if (found === 'too_broad' || 'soFar' in found) return found;
    const { brandId, limit } = asked;
    const { rows, next } = pageOf(found.keys, limit, found.next);
    const ids = rows.map(({ id }) => id);
    const items = eachOf(ids, await loadListedWorkItems(db, brandId, ids));
    const json = items.map((item) => Buffer.from(JSON.stringify(item)));
    return { body: listBody(json, limit), next };
  });
}
