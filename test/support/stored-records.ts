// Stored records: set to states and times that callers could reach only slowly or not at all, and
// fields that the API does not show.
import type { CustomerRecord, WorkItemRecord } from '#core/records.ts';
import { columnName } from '#db/columns.ts';
import type { LeadSubmissionRow } from '#db/tables.ts';
import type { TestServer } from './server.ts';
import { jobStatuses } from './shapes.ts';

export async function changeWorkItem(
  server: TestServer,
  id: string,
  { tags, ...changes }: Partial<WorkItemRecord>,
): Promise<void> {
  await change(server, 'work_items', id, {
    ...changes,
    ...(changes.status && { phase: isJob(changes.status) ? 'job' : 'lead' }),
    ...(tags !== undefined && { tags: tags && JSON.stringify(tags) }),
  });
}

function isJob(status: string): boolean {
  return jobStatuses.includes(status);
}

export function changeCustomer(
  server: TestServer,
  id: string,
  changes: Pick<Partial<CustomerRecord>, 'archivedAt' | 'deletedAt'>,
): Promise<void> {
  return change(server, 'customers', id, changes);
}

async function change(
  server: TestServer,
  table: 'work_items' | 'customers',
  id: string,
  changes: object,
): Promise<void> {
  const set = Object.keys(changes).map((field) => `${columnName(field)} = ?`);
  const changed = await server.withDatabase((db) =>
    db.run(
      `update ${table} set version = version + 1, ${set.join(', ')} where id = ?`,
      ...Object.values(changes),
      id,
    ),
  );
  if (changed !== 1) throw new Error(`no ${id} in ${table}`);
}

/** All customers, whether a lead shows them or not. */
export function countCustomers(server: TestServer, brandId: string): Promise<number> {
  return server.withDatabase(async (db) => {
    const rows = await db.all('select id from customers where brand_id = ?', brandId);
    return rows.length;
  });
}

export function submissionOf(server: TestServer, workItemId: string): Promise<LeadSubmissionRow> {
  return server.withDatabase(async (db) => {
    const row = await db.first<LeadSubmissionRow>(
      `select brand_id as "brandId", work_item_id as "workItemId", body, api_key_id as "apiKeyId",
          request_id as "requestId", received_at as "receivedAt"
        from lead_submissions where work_item_id = ?`,
      workItemId,
    );
    if (!row) throw new Error(`no submission of ${workItemId}`);
    return row;
  });
}

export function precisionOf(server: TestServer, addressId: string): Promise<string> {
  return server.withDatabase(async (db) => {
    const row = await db.first<{ precision: string }>(
      'select precision from addresses where id = ?',
      addressId,
    );
    return row!.precision;
  });
}
