// A page of leads or jobs with their customers and addresses, as the bytes of the response body.
import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { findPage } from '#db/lists/find-page.ts';
import type { WorkItemPageRequest } from '#db/work-items/work-item-pages.ts';
import { type ListResult, listBody, type ListCall, pageOf } from '../list-page.ts';
import { loadListedWorkItems } from '../load-work-items.ts';

export async function listWorkItems(
  db: Database,
  request: ListCall<WorkItemPageRequest>,
): Promise<ListResult> {
  const found = await findPage(db, 'workItems', request);
  if (found === 'too_broad' || 'soFar' in found) return found;
  const { brandId, limit } = request;
  const { rows, next } = pageOf(found.keys, limit, found.next);
  const ids = rows.map(({ id }) => id);
  const items = await loadListedWorkItems(db, brandId, ids);
  // Work items are never deleted, but a replica promoted by a failover may lack the latest.
  if (items.size < ids.length) throw new DatabaseUnavailable('a record that was listed is gone');
  const json = ids.map((id) => Buffer.from(JSON.stringify(items.get(id))));
  return { body: listBody(json, limit), next };
}
