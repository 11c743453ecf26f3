// A brand with a canary in every personal field and every free text.
import assert from 'node:assert/strict';
import type { Scope } from '#contract/scopes.ts';
import { call, createLead } from './call.ts';
import type { TestServer } from './server.ts';
import type { Receiver } from './webhook-receiver.ts';
import { webhookApi } from './webhooks.ts';
import { eventually } from './within.ts';

/** Matches any of them in a text. */
export const telltale = /telltale|6987654|6554433|52\.12345|5\.98765/i;

const lead = {
  customerName: 'Telltale Bird',
  firstName: 'Telltale-first',
  lastName: 'Telltale-last',
  email: 'telltale.bird@example.com',
  phone: '+31 6 98765432',
  companyName: 'Telltale Songs',
  title: 'Telltale-title',
  description: 'telltale-description',
  notes: 'telltale-notes',
  category: 'cages',
  budgetQuote: 'telltale-budget',
  street: 'Telltalestreet',
  streetNumber: '12 telltale',
  streetNumberAddition: 'telltale',
  postalCode: 'TELLTALE 1',
  city: 'Utrecht',
  unknownField: 'telltale-extra',
  photoUrls: ['https://127.0.0.1/telltale.jpg'],
};

/** Values that an attacker could guess and want to confirm. */
export const guesses = [
  lead.customerName,
  lead.email,
  lead.phone,
  lead.street,
  lead.postalCode,
  lead.title,
  lead.description,
];

const scopes: Scope[] = [
  'leads:read',
  'leads:write',
  'work-items:read',
  'work-items:write',
  'customers:read',
  'addresses:read',
  'webhooks:manage',
];

export interface TelltaleBrand {
  fullKey: string;
  /** Without personal data, with all scopes that such a key can have. */
  key: string;
  /** By the start of a path, and its parameters. */
  ids: Record<string, Record<string, string>[]>;
  /** Of its webhook. */
  receivedAt: string;
}

export async function makeTelltaleBrand(
  server: TestServer,
  receiver: Receiver,
): Promise<TelltaleBrand> {
  const { id: brandId } = await server.createBrand();
  const fullKey = await server.createKey({ brandId });
  const key = await server.createKey({ brandId, scopes, isImpersonal: true });
  const ask = async (method: string, path: string, body?: unknown) => {
    const sent = { key: fullKey, method, ...(body !== undefined && { body }) };
    const answer = await call(server, `/v1/api${path}`, sent);
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const receivedAt = `/without/${brandId}`;
  const own = await webhookApi(server, key).create(receiver.url(receivedAt));
  const other = await webhookApi(server, fullKey).create(receiver.url(`/telltale/${brandId}`), {
    description: 'telltale-hook',
  });

  const first = await ask('POST', '/leads', lead);
  const second = await ask('POST', '/leads', { ...lead, phone: '0698765432' });
  const job = `/work-items/${second.id}`;
  await ask('PATCH', job, { title: 'telltale-again', notes: 'telltale-notes', tags: ['roof'] });
  await ask('PATCH', job, { status: 'scheduled', scheduledStart: '2027-01-04T09:00:00Z' });
  await ask('PATCH', job, {
    completionNotes: 'telltale-done',
    hoursWorked: 'telltale-hours',
    materials: 'telltale-materials',
    signedBy: 'telltale-signer',
    customerSignature: 'data:telltale',
    budgetQuote: 'telltale-quote',
    description: 'telltale-story',
  });
  await ask('PATCH', job, { status: 'cancelled', reason: 'telltale-reason' });
  const { customerId } = first;
  await ask('PATCH', `/customers/${customerId}`, {
    notes: 'telltale-remark',
    secondaryPhone: '06 55443311',
    firstName: 'Telltale-changed',
    tags: ['vip'],
  });
  await ask('PATCH', `/address/${first.addressId}`, {
    locationNotes: 'behind the telltale tree',
    street: 'Telltaleroad',
    latitude: 52.123456,
    longitude: 5.987654,
  });
  const double = await ask('POST', '/leads', {
    ...lead,
    email: 'other.telltale@example.com',
    phone: '0655443322',
  });
  const { mergeId } = await ask('POST', `/customers/${customerId}/merge`, {
    customerId: double.customerId,
  });
  const link = await ask('POST', '/calendar-links', { name: 'telltale-phone' });
  const refused = await createLead(server, fullKey, { ...lead, title: '' });
  const requestId = refused.headers.get('x-request-id')!;

  const last = String((await ask('GET', '/events?limit=200')).data.length);
  await eventually(async () =>
    receiver.received(receivedAt).some(({ event }) => event.id === last),
  );
  const deliveryOf = async (id: string) =>
    (await webhookApi(server, fullKey).settled(id, Number(last)))[0].id;
  const hooks = [
    { id: own.id, deliveryId: await deliveryOf(own.id) },
    { id: other.id, deliveryId: await deliveryOf(other.id) },
  ];
  await eventually(
    async () =>
      (await call(server, `/v1/api/requests/${requestId}`, { key: fullKey })).status === 200,
  );
  return {
    fullKey,
    key,
    receivedAt,
    ids: {
      leads: [{ id: first.id }],
      'work-items': [{ id: first.id }, { id: second.id }],
      customers: [
        { id: customerId, mergeId },
        { id: double.customerId, mergeId },
      ],
      address: [{ id: first.addressId }, { id: double.addressId }],
      webhooks: hooks,
      requests: [{ id: requestId }],
      // A refused lead is an intake with the id of its request.
      intakes: [{ id: requestId }],
      'calendar-links': [{ id: link.id }],
      assets: [{ id: first.id }],
    },
  };
}
