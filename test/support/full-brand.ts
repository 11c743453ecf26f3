// A brand with content on every page, and markup, or another text, in every text a user can write.
import assert from 'node:assert/strict';
import { call, createLead } from './call.ts';
import { makeChannel, postHook, postSpam } from './channels-of-member.ts';
import { columnsOf } from './imports.ts';
import { markup as asMarkup, shortMarkup as asShortMarkup } from './markup.ts';
import { outcomesOf } from './photo-server.ts';
import type { PictureHost } from './picture-host.ts';
import type { TestServer } from './server.ts';
import { invitationTo, type SignedIn, signInAs } from './sign-in.ts';
import { eventually } from './within.ts';
import { middayToday } from './today.ts';

export interface FullBrand {
  owner: SignedIn;
  leadId: string;
  lostId: string;
  customerId: string;
  /** Planned for now. */
  plannedId: string;
  busyId: string;
  doneId: string;
  webhookId: string;
  /** Of a hook, with a refused intake. */
  channelId: string;
  importId: string;
  /** Of a refused lead. */
  requestId: string;
  invitation: string;
}

/** Makes a text out of a word that identifies the field. */
interface Texts {
  of: (word: string) => string;
  /** For fields of 20 characters. */
  ofShort: (word: string) => string;
}

const hourMs = 3_600_000;

export async function makeFullBrand(
  server: TestServer,
  host: PictureHost,
  { of, ofShort }: Texts = { of: asMarkup, ofShort: asShortMarkup },
): Promise<FullBrand> {
  const owner = await signInAs(server, { name: of('member') });
  const { brandId } = owner;
  const ask = async (method: string, path: string, body: object) => {
    const answer = await owner.call(path, { method, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const make = async (path: string, body: object): Promise<string> =>
    (await ask('POST', path, body)).id;
  await ask('PATCH', '/v1/app/brand', { name: of('brand') });
  await make('/v1/app/keys', { name: of('key'), scopes: ['leads:write'] });
  await make('/v1/api/calendar-links', { name: of('calendar link') });
  await ask('POST', '/v1/app/invitations', { email: 'invited@example.com', role: 'member' });
  const key = await server.createKey({ brandId });

  const address = {
    street: of('street'),
    streetNumber: ofShort('12'),
    streetNumberAddition: ofShort('A'),
    postalCode: ofShort('3511'),
    city: of('city'),
    country: of('country'),
  };
  const { body: lead } = await createLead(server, key, {
    ...address,
    customerName: of('name'),
    firstName: of('first name'),
    lastName: of('last name'),
    companyName: of('company'),
    phone: ofShort('06 11112222'),
    email: 'first@example.com',
    title: of('title'),
    description: of('description'),
    notes: of('notes'),
    category: of('category'),
    budgetQuote: of('budget'),
    photoUrls: [host.url('/photo.jpg'), host.url(`/missing#${of('photo')}`)],
    [of('unknown key')]: of('unknown value'),
  });
  const { id: leadId, customerId } = lead;
  await outcomesOf(server, key, leadId);
  await ask('PATCH', `/v1/api/address/${lead.addressId}`, { locationNotes: of('location') });
  await ask('PATCH', `/v1/api/work-items/${leadId}`, { tags: [of('tag')] });
  await ask('PATCH', `/v1/api/customers/${customerId}`, {
    notes: of('customer notes'),
    tags: [of('customer tag')],
    secondaryPhone: ofShort('030 1234567'),
  });
  // The same person again, as a likely duplicate.
  const again = { ...address, customerName: of('name'), email: 'second@example.com' };
  const lostId = await make('/v1/api/leads', { ...again, title: of('lost title') });
  await ask('PATCH', `/v1/api/work-items/${lostId}`, { status: 'lost', reason: of('reason') });
  for (const priority of ['low', 'high', 'urgent']) {
    await make('/v1/api/leads', {
      customerName: 'Kees',
      title: `Of ${priority} priority`,
      priority,
    });
  }

  const job = (title: string) =>
    make('/v1/api/work-items', {
      title: of(title),
      customerId,
      tags: [of('job tag')],
      scheduledStart: new Date(middayToday()).toISOString(),
      scheduledEnd: new Date(middayToday() + hourMs).toISOString(),
    });
  const plannedId = await job('planned');
  await make('/v1/api/work-items', { title: of('unplanned'), customerId });
  const [busyId, doneId] = [await job('busy'), await job('done')];
  for (const id of [busyId, doneId]) {
    await ask('PATCH', `/v1/api/work-items/${id}`, { status: 'in_progress' });
  }
  await ask('PATCH', `/v1/api/work-items/${doneId}`, {
    status: 'completed',
    completionNotes: of('completion'),
    hoursWorked: of('hours'),
    materials: of('materials'),
    signedBy: of('signer'),
    customerSignature: 'data:text/html,<script>isHit=1</script>',
  });

  const webhookId = await make('/v1/api/webhooks', {
    url: `https://example.com/?${ofShort('url')}`,
    description: of('webhook'),
    state: 'paused',
  });
  const importId = await make('/v1/app/imports', {
    fileName: `${of('file')}.csv`,
    columns: columnsOf({ name: 'customerName', title: 'title', email: 'email' }),
    rows: [
      [of('imported'), 'x', 'a@example.com'],
      [of('refused'), 'x', 'wrong'],
    ],
    isDryRun: false,
  });
  const refused = await call(server, '/v1/api/leads', {
    key,
    body: { customerName: of('refused'), [of('field')]: of('value') },
  });
  const requestId = refused.headers.get('x-request-id')!;
  await eventually(async () => {
    const [found, logged] = await Promise.all([
      owner.call(`/v1/app/imports/${importId}`),
      owner.call(`/v1/api/requests/${requestId}`),
    ]);
    return found.body.status === 'done' && logged.status === 200;
  });
  const form = await makeChannel(owner, {
    type: 'form',
    name: of('channel'),
    intro: of('intro'),
  });
  await postSpam(server, form, {
    customerName: of('held'),
    description: of('held words'),
    phone: ofShort('070 1234567'),
  });
  const hook = await makeChannel(owner, { type: 'hook', name: of('hook') });
  await postHook(server, hook, { [of('sent key')]: of('sent value') });
  // With the phone number of another customer.
  const doubtful = { customerName: of('doubtful'), phone: ofShort('06 11112222') };
  await createLead(server, key, { ...doubtful, title: of('doubtful title') });
  const invitation = await invitationTo(server, {
    brandId,
    role: 'member',
    email: 'welcome@example.com',
  });
  return {
    owner,
    leadId,
    lostId,
    customerId,
    plannedId,
    busyId,
    doneId,
    webhookId,
    channelId: hook.id,
    importId,
    requestId,
    invitation,
  };
}
