// A brand with content on every page, and markup in every text a user can write.
import assert from 'node:assert/strict';
import { call, createLead } from './call.ts';
import { makeChannel, postHook, postSpam } from './channels-of-member.ts';
import { columnsOf } from './imports.ts';
import { markup, shortMarkup } from './markup.ts';
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

const hourMs = 3_600_000;

export async function makeFullBrand(server: TestServer, host: PictureHost): Promise<FullBrand> {
  const owner = await signInAs(server, { name: markup('member') });
  const { brandId } = owner;
  const ask = async (method: string, path: string, body: object) => {
    const answer = await owner.call(path, { method, body });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const make = async (path: string, body: object): Promise<string> =>
    (await ask('POST', path, body)).id;
  await ask('PATCH', '/v1/app/brand', { name: markup('brand') });
  await make('/v1/app/keys', { name: markup('key'), scopes: ['leads:write'] });
  await make('/v1/api/calendar-links', { name: markup('calendar link') });
  await ask('POST', '/v1/app/invitations', { email: 'invited@example.com', role: 'member' });
  const key = await server.createKey({ brandId });

  const address = {
    street: markup('street'),
    streetNumber: shortMarkup('12'),
    streetNumberAddition: shortMarkup('A'),
    postalCode: shortMarkup('3511'),
    city: markup('city'),
    country: markup('country'),
  };
  const { body: lead } = await createLead(server, key, {
    ...address,
    customerName: markup('name'),
    firstName: markup('first name'),
    lastName: markup('last name'),
    companyName: markup('company'),
    phone: shortMarkup('06 11112222'),
    email: 'first@example.com',
    title: markup('title'),
    description: markup('description'),
    notes: markup('notes'),
    category: markup('category'),
    budgetQuote: markup('budget'),
    photoUrls: [host.url('/photo.jpg'), host.url(`/missing#${markup('photo')}`)],
    [markup('unknown key')]: markup('unknown value'),
  });
  const { id: leadId, customerId } = lead;
  await outcomesOf(server, key, leadId);
  await ask('PATCH', `/v1/api/address/${lead.addressId}`, { locationNotes: markup('location') });
  await ask('PATCH', `/v1/api/work-items/${leadId}`, { tags: [markup('tag')] });
  await ask('PATCH', `/v1/api/customers/${customerId}`, {
    notes: markup('customer notes'),
    tags: [markup('customer tag')],
    secondaryPhone: shortMarkup('030 1234567'),
  });
  // The same person again, as a likely duplicate.
  const again = { ...address, customerName: markup('name'), email: 'second@example.com' };
  const lostId = await make('/v1/api/leads', { ...again, title: markup('lost title') });
  await ask('PATCH', `/v1/api/work-items/${lostId}`, { status: 'lost', reason: markup('reason') });
  for (const priority of ['low', 'high', 'urgent']) {
    await make('/v1/api/leads', {
      customerName: 'Kees',
      title: `Of ${priority} priority`,
      priority,
    });
  }

  const job = (title: string) =>
    make('/v1/api/work-items', {
      title: markup(title),
      customerId,
      tags: [markup('job tag')],
      scheduledStart: new Date(middayToday()).toISOString(),
      scheduledEnd: new Date(middayToday() + hourMs).toISOString(),
    });
  const plannedId = await job('planned');
  await make('/v1/api/work-items', { title: markup('unplanned'), customerId });
  const [busyId, doneId] = [await job('busy'), await job('done')];
  for (const id of [busyId, doneId]) {
    await ask('PATCH', `/v1/api/work-items/${id}`, { status: 'in_progress' });
  }
  await ask('PATCH', `/v1/api/work-items/${doneId}`, {
    status: 'completed',
    completionNotes: markup('completion'),
    hoursWorked: markup('hours'),
    materials: markup('materials'),
    signedBy: markup('signer'),
    customerSignature: 'data:text/html,<script>isHit=1</script>',
  });

  const webhookId = await make('/v1/api/webhooks', {
    url: `https://example.com/?${shortMarkup('url')}`,
    description: markup('webhook'),
    state: 'paused',
  });
  const importId = await make('/v1/app/imports', {
    fileName: `${markup('file')}.csv`,
    columns: columnsOf({ name: 'customerName', title: 'title', email: 'email' }),
    rows: [
      [markup('imported'), 'x', 'a@example.com'],
      [markup('refused'), 'x', 'wrong'],
    ],
    isDryRun: false,
  });
  const refused = await call(server, '/v1/api/leads', {
    key,
    body: { customerName: markup('refused'), [markup('field')]: markup('value') },
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
    name: markup('channel'),
    intro: markup('intro'),
  });
  await postSpam(server, form, {
    customerName: markup('held'),
    description: markup('held words'),
    phone: shortMarkup('070 1234567'),
  });
  const hook = await makeChannel(owner, { type: 'hook', name: markup('hook') });
  await postHook(server, hook, { [markup('sent key')]: markup('sent value') });
  // With the phone number of another customer.
  const doubtful = { customerName: markup('doubtful'), phone: shortMarkup('06 11112222') };
  await createLead(server, key, { ...doubtful, title: markup('doubtful title') });
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
