// A person who left data everywhere possible.
import assert from 'node:assert/strict';
import { type Answer, call, createLead } from './call.ts';
import type { PictureHost } from './picture-host.ts';
import { outcomesOf } from './photo-server.ts';
import type { TestServer } from './server.ts';
import type { Receiver } from './webhook-receiver.ts';
import { webhookApi } from './webhooks.ts';

/** Part of every text by or about the person. */
export const canaryWord = 'canary';
/** Stored forms of the digits of their phone numbers. */
export const canaryPhones = ['698765432', '655443322'];
export const canaryEmail = 'Canary.Bird@example.com';

export interface Canary {
  customerId: string;
  mergedId: string;
  webhookId: string;
  /** In either phase. */
  itemIds: string[];
  jobId: string;
  assetId: string;
  /** The picture's files, as stored. */
  pictureBytes: Buffer[];
}

interface Surroundings {
  server: TestServer;
  key: string;
  host: PictureHost;
  receiver: Receiver;
}

const lead = {
  customerName: 'Canary Bird',
  firstName: 'Canary',
  lastName: 'Bird',
  email: canaryEmail,
  phone: '+31 6 98765432',
  companyName: 'Canary Songs',
  title: 'Canary cage is leaking',
  description: 'canarydescription '.repeat(300),
  notes: 'canarynotes '.repeat(50),
  category: 'cages',
  budgetQuote: 'canary seeds',
  street: 'Canarystreet',
  streetNumber: '12 canary',
  streetNumberAddition: 'canary',
  postalCode: 'CANARY 1',
  city: 'Canaryville',
  country: 'Canary Islands',
  unknownField: { deep: ['canaryextra'] },
};

export async function makeCanary(around: Surroundings): Promise<Canary> {
  const { server, key, host, receiver } = around;
  const ask = async (method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await call(server, path, {
      key,
      method,
      ...(body !== undefined && { body }),
    });
    assert.ok(answer.status < 300, `${method} ${path}: ${answer.text}`);
    return answer;
  };
  // One echoes its input, and one refuses everything.
  receiver.behave('/echo', { body: 'you sent canaryecho' });
  receiver.behave('/down', { status: 500, body: 'no canary here' });
  const webhooks = webhookApi(server, key);
  const { id: webhookId } = await webhooks.create(receiver.url('/echo'));
  await webhooks.create(receiver.url('/down'));

  const photoUrls = [host.url('/photo.jpg?n=77&who=canary'), 'https://127.0.0.1/canary.jpg'];
  const first = await createLead(
    server,
    key,
    { ...lead, photoUrls },
    { 'idempotency-key': 'canarykey' },
  );
  assert.equal(first.status, 201, first.text);
  const { customerId } = first.body;
  const photos = await outcomesOf(server, key, first.body.id);
  const assetId = photos[0]!.assetId!;
  const pictureBytes = await Promise.all(
    ['', '?size=thumbnail'].map((size) => bytesOf(around, `/v1/api/assets/${assetId}${size}`)),
  );

  const second = await createLead(server, key, { ...lead, phone: '06 98765432' });
  const job = `/v1/api/work-items/${second.body.id}`;
  await ask('PATCH', job, {
    notes: 'canary called',
    tags: ['Canary Bird', 'urgent'],
    finalCost: 4200,
  });
  await ask('PATCH', job, {
    status: 'scheduled',
    scheduledStart: '2027-01-04T09:00:00Z',
    estimatedCost: 5000,
  });
  await ask('PATCH', job, { status: 'cancelled', reason: 'canary flew away' });
  await ask('PATCH', job, {
    completionNotes: 'canarydone',
    hoursWorked: 'canaryhours',
    materials: 'canarymaterials',
    signedBy: 'canarysigner',
    customerSignature: 'data:canary',
    category: 'for canary.bird@example.com',
  });
  const archived = await createLead(server, key, lead);
  await ask('PATCH', `/v1/api/work-items/${archived.body.id}`, {
    archivedAt: '2026-11-01T09:00:00Z',
  });
  const deleted = await createLead(server, key, lead);
  await ask('DELETE', `/v1/api/work-items/${deleted.body.id}`);
  await ask('PATCH', `/v1/api/customers/${customerId}`, {
    notes: 'canary is nice',
    tags: ['canary'],
  });
  const address = `/v1/api/address/${first.body.addressId}`;
  await ask('PATCH', address, { locationNotes: 'behind the canary tree' });

  // The same person under another address, merged.
  const other = await createLead(server, key, {
    ...lead,
    email: 'other.canary@example.com',
    phone: '0655443322',
  });
  const mergedId = other.body.customerId;
  await ask('POST', `/v1/api/customers/${customerId}/merge`, { customerId: mergedId });

  const batch = await call(server, '/v1/api/leads/batch', {
    key,
    body: { leads: [lead] },
    headers: { 'idempotency-key': 'canarybatch' },
  });
  assert.equal(batch.status, 200, batch.text);

  // Refused requests.
  const refused = await call(server, '/v1/api/leads', { key, body: { ...lead, title: '' } });
  assert.equal(refused.status, 400);
  const strange = await call(server, `/v1/api/customers/${canaryEmail}`, { key });
  assert.equal(strange.status, 404);
  const malformed = await call(server, '/v1/api/leads', {
    key,
    rawBody: `{"email":"${canaryEmail}",`,
  });
  assert.equal(malformed.status, 400);

  return {
    customerId,
    mergedId,
    webhookId,
    itemIds: [
      ...[first, second, archived, deleted, other].map(({ body }) => body.id),
      batch.body.data[0].workItem.id,
    ],
    jobId: second.body.id,
    assetId,
    pictureBytes,
  };
}

async function bytesOf({ server, key }: Surroundings, path: string): Promise<Buffer> {
  const response = await fetch(new URL(path, server.url), { headers: { 'x-api-key': key } });
  assert.equal(response.status, 200);
  return Buffer.from(await response.arrayBuffer());
}
