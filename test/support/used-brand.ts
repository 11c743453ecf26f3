// A brand in use: something to open, to choose and to be refused on most pages.
import assert from 'node:assert/strict';
import { changeItem, makeJob } from './jobs-of-member.ts';
import type { TestServer } from './server.ts';
import { type SignedIn, signInAs } from './sign-in.ts';
import { middayToday } from './today.ts';
import { eventually } from './within.ts';

export interface UsedBrand {
  owner: SignedIn;
  lead: string;
  customer: string;
  /** Planned for today. */
  job: string;
  busy: string;
  webhook: string;
  /** Of a refused lead. */
  request: string;
}

const dayMs = 24 * 3_600_000;
// More than a day of the month view has room for.
const jobsToday = 5;

export async function makeUsedBrand(server: TestServer): Promise<UsedBrand> {
  const owner = await signInAs(server, { name: 'Olga' });
  await signInAs(server, { brandId: owner.brandId, role: 'member', name: 'Piet' });
  const make = async (path: string, body: object) => {
    const answer = await owner.call(path, { body });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const lead = await make('/v1/api/leads', {
    customerName: 'Jan Jansen',
    title: 'Leaking tap',
    email: 'jan@example.com',
    phone: '0612345678',
    street: 'Oudegracht',
    streetNumber: '12',
    city: 'Utrecht',
  });
  await changeItem(owner, lead.id, { tags: ['roof', 'urgent'] });
  await make('/v1/app/keys', { name: 'Website', scopes: ['leads:write'] });
  await make('/v1/api/calendar-links', { name: 'Piet’s phone' });
  await make('/v1/app/invitations', { email: 'rita@example.com', role: 'member' });
  const hook = { url: 'https://example.com/hook', description: 'Planning', state: 'paused' };
  const webhook = await make('/v1/api/webhooks', hook);

  const inDays = (days: number) => new Date(middayToday() + days * dayMs).toISOString();
  const today = { scheduledStart: inDays(0), tags: ['roof'] };
  for (let n = 1; n < jobsToday; n++) await makeJob(owner, `Job ${n}`, today);
  const job = await makeJob(owner, `Job ${jobsToday}`, today);
  await makeJob(owner, 'Takes days', { scheduledStart: inDays(-1), scheduledEnd: inDays(1) });
  await makeJob(owner, 'No time yet', { priority: 'urgent' });
  const busy = await makeJob(owner, 'Under way', today);
  await changeItem(owner, busy, { status: 'in_progress' });

  const refused = await owner.call('/v1/api/leads', { body: { titel: 'x', email: 'none' } });
  const request = refused.headers.get('x-request-id')!;
  const isLogged = async () => (await owner.call(`/v1/api/requests/${request}`)).status === 200;
  await eventually(isLogged);
  return {
    owner,
    lead: lead.id,
    customer: lead.customerId,
    job,
    busy,
    webhook: webhook.id,
    request,
  };
}
