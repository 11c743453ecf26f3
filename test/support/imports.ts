// CSV rows of leads, and imports of them.
import { randomUUIDv7 } from 'node:crypto';
import type { ImportRecord } from '#core/records.ts';
import { eventually } from './within.ts';
import type { SignedIn } from './sign-in.ts';

export const columns = columnsOf({
  Name: 'customerName',
  Subject: 'title',
  'E-mail': 'email',
  Phone: 'phone',
  Ours: null,
});

/** The field of each column. */
export function columnsOf(
  fields: Record<string, string | null>,
): { name: string; field: string | null }[] {
  return Object.entries(fields).map(([name, field]) => ({ name, field }));
}

export function manyRows(count: number): string[][] {
  return Array.from({ length: count }, (_, n) => [
    `Customer ${n}`,
    `Lead ${n}`,
    `c${n}@example.com`,
    '',
    `note ${n}`,
  ]);
}

/** With columns as above. */
export async function beginImport(me: SignedIn, rows: string[][]): Promise<string> {
  const body = { fileName: 'leads.csv', columns, rows, isDryRun: false };
  const answer = await me.call('/v1/app/imports', { body });
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.text}`);
  return answer.body.id;
}

/** As it is when it has that status. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function untilImport(me: SignedIn, id: string, status: string): Promise<any> {
  let found: { status?: string } = {};
  await eventually(async () => {
    found = (await me.call(`/v1/app/imports/${id}`)).body;
    return found.status === status;
  });
  return found;
}

/** As stored, without rows. */
export function importThatEnded(brandId: string, endedAt: number): ImportRecord {
  const counts = { rows: 0, done: 0, created: 0, refused: 0, removed: 0, kept: 0 };
  return {
    brandId,
    id: randomUUIDv7(),
    fileName: 'leads.csv',
    makes: 'leads',
    contentHash: 'x',
    status: 'done',
    ...counts,
    archivedCustomers: 0,
    requestId: randomUUIDv7(),
    createdBy: randomUUIDv7(),
    createdAt: endedAt,
    endedAt,
  };
}
