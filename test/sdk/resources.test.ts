// Every method of the client, once, against a real server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openApiFile } from '../../scripts/write-sdk-types.ts';
import {
  ConflictError,
  type LoggedRequest,
  NotFoundError,
  readErrorDetails,
  responseOf,
  Vakwerk,
  ValidationError,
  verifyWebhook,
} from '../../sdk/src/index.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type Document, operationsOf } from '../support/open-api.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

describe('client methods', () => {
  let receiver: Receiver;
  let host: PictureHost;
  let client: Vakwerk;
  const called = new Set<string>();
  before(async () => {
    receiver = await startReceiver({ isShared: true });
    host = await startPictureHost({ isShared: true });
    client = new Vakwerk({
      apiKey: await server.createKey(),
      baseUrl: `${server.url}/`,
      onRequest: ({ method, url }) => called.add(`${method} ${new URL(url).pathname}`),
    });
  });
  after(async () => {
    await host?.close();
    await receiver?.close();
  });

  const lead = { customerName: 'Jan Jansen', title: 'Leaking tap', city: 'Utrecht' };

  test('leads', async () => {
    const made = await client.leads.create({ ...lead, email: 'jan@example.com' });
    assert.equal(made.status, 'request');
    assert.equal(responseOf(made)?.status, 201);
    assert.match(responseOf(made)!.requestId!, /^[\da-f-]{36}$/);

    assert.deepEqual(await client.leads.get(made.id), made);
    const { workItemId, body } = await client.workItems.submission(made.id);
    assert.deepEqual([workItemId, body['email']], [made.id, 'jan@example.com']);

    const planned = await client.leads.batch([lead], { dryRun: true });
    assert.deepEqual([planned.dryRun, planned.data[0]!.created], [true, false]);
    const { data } = await client.leads.batch([lead, { ...lead, title: '' }]);
    assert.deepEqual([data[0]!.created, data[0]!.error], [true, null]);
    const { statusCode, code, details } = data[1]!.error!;
    assert.deepEqual([statusCode, code], [400, 'validation_failed']);
    const required = { field: 'title', rule: 'required', values: {} };
    assert.deepEqual(readErrorDetails(details), [required]);

    const found = await Array.fromAsync(client.leads.list({ status: ['request'], limit: 1 }));
    assert.deepEqual(
      found.map(({ id }) => id),
      [data[0]!.workItem!.id, made.id],
    );
    assert.equal(found[1]!.customer.email, 'jan@example.com');

    const read = await client.leads.get(made.id);
    assert.equal(read.title, lead.title);
    const moved = await client.leads.update(made.id, { status: 'contacted' }, { ifMatch: read });
    assert.equal(moved.status, 'contacted');
    const stale = client.leads.update(made.id, { title: 'Tap' }, { ifMatch: read });
    await assert.rejects(stale, ConflictError);
    await client.leads.update(made.id, { status: 'request' });
  });

  test('queries: several values, times, omitted parameters', async () => {
    const { data } = await client.leads
      .list({
        status: ['request', 'lost'],
        priority: 'medium',
        createdSince: new Date(Date.now() - 60_000),
        createdBefore: undefined,
        q: 'leaking & tap',
      })
      .page();
    assert.deepEqual(
      data.map(({ title }) => title),
      ['Leaking tap', 'Leaking tap'],
    );
    const later = client.leads.list({ createdSince: new Date(Date.now() + 60_000) });
    assert.deepEqual((await later.page()).data, []);
  });

  test('work items', async () => {
    const job = await client.workItems.create({
      title: 'Yearly check',
      customer: { name: 'Piet Pieters' },
      scheduledStart: '2026-11-20T09:00:00+01:00',
    });
    assert.equal(job.status, 'scheduled');
    const listed = await client.workItems.list({ status: 'scheduled' }).page();
    assert.deepEqual(
      listed.data.map(({ id }) => id),
      [job.id],
    );

    const read = await client.workItems.get(job.id);
    assert.equal(responseOf(read)!.etag, '"1"');
    const patch = { status: 'in_progress' } as const;
    const moved = await client.workItems.update(job.id, patch, { ifMatch: read });
    assert.equal(moved.status, 'in_progress');
    const old = client.workItems.update(job.id, { title: 'Check' }, { ifMatch: '"1"' });
    await assert.rejects(old, { name: 'ConflictError', status: 412 });
    const types = (await Array.fromAsync(client.workItems.history(job.id))).map(({ type }) => type);
    assert.deepEqual(types, ['work_item.created', 'work_item.status_changed']);

    assert.equal(await client.workItems.delete(job.id), undefined);
    await assert.rejects(client.workItems.get(job.id), NotFoundError);
    const outdated = client.workItems.restore(job.id, { ifMatch: '"1"' });
    await assert.rejects(outdated, { name: 'ConflictError', status: 412 });
    assert.equal((await client.workItems.restore(job.id)).id, job.id);
  });

  test('photos and pictures', async () => {
    const made = await client.leads.create({ ...lead, photoUrls: [host.url('/photo.jpg')] });
    await eventually(async () => {
      const { data } = await client.workItems.photos(made.id).page();
      return data[0]!.status !== 'pending';
    });
    const [photo] = await Array.fromAsync(client.workItems.photos(made.id));
    assert.equal(photo!.status, 'stored', String(photo!.error));
    const picture = await client.assets.get(photo!.assetId!);
    assert.deepEqual([picture.type, picture.size], [photo!.contentType, photo!.sizeBytes]);
    const small = await client.assets.get(photo!.assetId!, { size: 'thumbnail' });
    assert.equal(small.type, 'image/webp');
    assert.equal(
      Buffer.from(await small.arrayBuffer())
        .subarray(8, 12)
        .toString(),
      'WEBP',
    );
    const bytes = await makePicture('png', { number: 77 });
    const file = new File([new Uint8Array(bytes)], 'meter.png', { type: 'image/png' });
    const idempotencyKey = 'meter';
    const added = await client.workItems.addPhotos(made.id, [file, file], { idempotencyKey });
    assert.deepEqual(
      added.map(({ status, width }) => [status, width]),
      [
        ['stored', 64],
        ['stored', 64],
      ],
    );
    const photoUrls = [host.url('/photo.jpg')];
    const [again] = await client.workItems.addPhotos(made.id, { photoUrls });
    assert.equal(again!.assetId, photo!.assetId);
    await client.workItems.removePhoto(made.id, added[0]!.assetId!);
    const left = await Array.fromAsync(client.workItems.photos(made.id));
    assert.deepEqual(
      left.map(({ assetId }) => assetId),
      [photo!.assetId, again!.assetId],
    );
  });

  test('notes and members', async () => {
    const { id } = await client.leads.create(lead);
    const { id: noteId } = await client.workItems.addNote(id, { text: 'Called' });
    await client.workItems.editNote(id, noteId!, { text: 'Called back' });
    const notes = await Array.fromAsync(client.workItems.notes(id));
    assert.equal(notes.at(-1)!.text, 'Called back');
    assert.deepEqual(await Array.fromAsync(client.members.list()), []);
  });

  test('notes, and the members who can be given work', async () => {
    const { id } = await client.leads.create(lead);
    const note = await client.workItems.addNote(id, { text: 'Bring a ladder' });
    const edited = await client.workItems.editNote(id, note.id!, { text: 'Bring two ladders' });
    assert.equal(edited.text, 'Bring two ladders');
    const notes = await Array.fromAsync(client.workItems.notes(id));
    assert.deepEqual(
      notes.map(({ text }) => text),
      ['Bring two ladders'],
    );
    assert.deepEqual(await Array.fromAsync(client.members.list()), []);
  });

  test('a work report', async () => {
    const { id } = await client.leads.create(lead);
    const report = await client.workItems.report(id);
    assert.equal(report.type, 'application/pdf');
    assert.equal((await report.text()).slice(0, 5), '%PDF-');
    // The server sends no mail.
    await assert.rejects(client.workItems.mailReport(id), { code: 'mail_not_set_up' });
  });

  test('addresses', async () => {
    const [address] = (await client.addresses.list({ city: 'utrecht' }).page()).data;
    const read = await client.addresses.get(address!.id);
    const patch = { street: 'Oudegracht' };
    const changed = await client.addresses.update(address!.id, patch, { ifMatch: read });
    assert.partialDeepStrictEqual(changed, patch);
  });

  test('customers', async () => {
    const [one, other] = [
      await client.leads.create({ ...lead, email: 'anna@example.com' }),
      await client.leads.create({ ...lead, phone: '06 12345678' }),
    ];
    const { customers } = client;
    const found = await Array.fromAsync(customers.list({ email: 'ANNA@example.com' }));
    assert.deepEqual(
      found.map(({ id }) => id),
      [one.customerId],
    );
    const renamed = await customers.update(one.customerId, { name: 'Anna' });
    assert.partialDeepStrictEqual(renamed, { name: 'Anna' });
    assert.equal((await customers.get(one.customerId)).name, 'Anna');
    const archived = await customers.archive(one.customerId);
    assert.partialDeepStrictEqual(archived, { status: 'archived' });
    const active = await customers.unarchive(one.customerId);
    assert.partialDeepStrictEqual(active, { status: 'active' });

    const merged = await customers.merge(one.customerId, other.customerId);
    assert.partialDeepStrictEqual(merged, { phone: '06 12345678' });
    const merges = await Array.fromAsync(customers.merges(one.customerId));
    assert.deepEqual(
      merges.map(({ id }) => id),
      [merged.mergeId],
    );
    const undone = await customers.undoMerge(one.customerId, merged.mergeId);
    assert.partialDeepStrictEqual(undone, { phone: '' });

    const all = await customers.export(one.customerId);
    assert.deepEqual(
      all.workItems.map(({ id }) => id),
      [one.id],
    );
    // The outcome depends on what the request log already holds.
    const left = await customers.erase(one.customerId);
    if (left) assert.deepEqual(left, { customerId: one.customerId, status: 'erasing' });
    else assert.equal(left, null);
    await assert.rejects(customers.get(one.customerId), NotFoundError);
  });

  test('events name their record type', async () => {
    const cities: string[] = [];
    const seen = new Set<string>();
    let lastId = '0';
    for await (const event of client.events.list({ limit: 5 })) {
      assert.equal(BigInt(event.id), BigInt(lastId) + 1n);
      lastId = event.id;
      seen.add(event.type);
      if (event.type === 'lead.created' && event.data?.address)
        cities.push(event.data.address.city);
      if (event.type === 'customer.updated') assert.notEqual(event.data?.name, '');
    }
    assert.equal(cities[0], 'Utrecht');
    assert.ok(seen.has('customer.merged') && seen.has('photo.stored'), [...seen].join(' '));
    const rest = await client.events.list({ after: lastId, type: ['lead.created'] }).page();
    assert.deepEqual([rest.data, rest.next], [[], null]);
  });

  test('webhooks', async () => {
    const { webhooks } = client;
    const { id, secret } = await webhooks.create({
      url: receiver.url('/hook'),
      eventTypes: ['lead.created'],
    });
    assert.equal((await webhooks.get(id)).state, 'active');
    assert.deepEqual(
      (await Array.fromAsync(webhooks.list())).map((webhook) => webhook.id),
      [id],
    );
    const made = await client.leads.create(lead);
    const [message] = await receiver.until('/hook', 1);
    const event = await verifyWebhook({ ...message!, secret });
    assert.equal(event.type === 'lead.created' && event.data?.id, made.id);

    const ping = await webhooks.ping(id);
    assert.deepEqual([ping.eventType, ping.status], ['ping', 'delivered']);
    await eventually(async () => {
      const { data } = await webhooks.deliveries(id, { status: 'delivered' }).page();
      return data.length === 2;
    });
    const sent = await Array.fromAsync(webhooks.deliveries(id, { eventType: 'lead.created' }));
    assert.equal(sent[0]!.lastAttempt?.responseStatus, 200);
    const delivery = await webhooks.delivery(id, sent[0]!.id);
    assert.deepEqual([delivery.subjectId, delivery.attempts[0]!.responseStatus], [made.id, 200]);
    assert.equal((await webhooks.replayDelivery(id, delivery.id)).id, delivery.id);
    await receiver.until('/hook', 3);
    assert.equal((await webhooks.replay(id, { since: made.createdAt })).webhookId, id);
    await receiver.until('/hook', 4);

    assert.notEqual((await webhooks.rotateSecret(id)).secret, secret);
    assert.equal((await webhooks.update(id, { state: 'paused' })).state, 'paused');
    await webhooks.delete(id);
    await assert.rejects(webhooks.get(id), NotFoundError);
  });

  test('the request log, and the rescue of a lead', async () => {
    const { requests } = client;
    const refusal = await refusalOf(client.leads.create({ ...lead, title: ' ' }));
    let logged: LoggedRequest | undefined;
    await eventually(async () => {
      logged = await requests.get(refusal.requestId!).catch(() => undefined);
      return logged !== undefined;
    });
    assert.equal(JSON.parse(logged!.body!).title, ' ');
    const [found] = (await requests.list({ status: ['400', '422'], method: 'POST' }).page()).data;
    assert.equal(found!.id, refusal.requestId);
    assert.equal((await requests.rescue(found!.id, { title: 'Tap' })).title, 'Tap');
  });

  test('an intake: discarded, restored and accepted', async () => {
    const { intakes } = client;
    const { requestId } = await refusalOf(client.leads.create({ ...lead, title: ' ' }));
    const id = requestId!;
    await eventually(async () => (await intakes.get(id).catch(() => null)) !== null);
    const [found] = (await intakes.list({ state: ['refused'], source: ['api'] }).page()).data;
    assert.equal(found!.id, id);
    assert.equal((await intakes.discard(id)).state, 'discarded');
    assert.equal((await intakes.restore(id)).state, 'refused');
    assert.equal((await intakes.accept(id, { title: 'Tap' })).title, 'Tap');
  });

  test('calendar links', async () => {
    const { id, url } = await client.calendarLinks.create({ name: 'Phone of Jan' });
    assert.match(url, /\.ics$/);
    const names = (await Array.fromAsync(client.calendarLinks.list())).map(({ name }) => name);
    assert.deepEqual(names, ['Phone of Jan']);
    await client.calendarLinks.delete(id);
    assert.deepEqual((await client.calendarLinks.list().page()).data, []);
  });

  test('the key itself', async () => {
    const { scopes, name, expiresAt } = await client.key.get();
    assert.deepEqual(
      { scopes, name, expiresAt },
      { scopes: ['full'], name: 'test', expiresAt: null },
    );
  });

  test('every operation of the service is covered', () => {
    const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as Document;
    const missing = operationsOf(document)
      .map(({ name }) => name)
      .filter((name) => {
        const pattern = new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
        return ![...called].some((one) => pattern.test(one));
      });
    assert.deepEqual(missing, []);
  });
});

async function refusalOf(call: Promise<unknown>): Promise<ValidationError> {
  const refusal = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(refusal instanceof ValidationError);
  return refusal;
}
