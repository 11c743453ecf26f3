// An erased person is found in no table, file or log; all others are untouched. Own servers: all of
// their tables, files and logs are searched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { IntakeRecord } from '#core/records.ts';
import { call, createLead, listAll } from '../support/call.ts';
import {
  type Canary,
  canaryEmail,
  canaryPhones,
  canaryWord,
  makeCanary,
} from '../support/canary.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften, untilForgotten } from '../support/erasure.ts';
import { refusedIntake } from '../support/refused-intake.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { trusting } from '../support/photo-server.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { filesIn, tracesOf } from '../support/traces.ts';
import { type Receiver, sendingTo, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('erasure', (start) => {
  let server: TestServer;
  let host: PictureHost;
  let receiver: Receiver;
  before(async () => {
    host = await startPictureHost();
    receiver = await startReceiver();
    // Webhook retries come long after the test, and responses wait little for photos.
    const waits = { WEBHOOK_RETRY_MS: '3600000', PHOTO_WAIT_MS: '1000' };
    server = await start({
      env: { ...looksOften, ...trusting(host), ...sendingTo(receiver), ...waits },
    });
  });
  after(async () => {
    await server?.stop();
    await host?.close();
    await receiver?.close();
  });

  const newBrand = async () => {
    const brand = await server.createBrand();
    return { brandId: brand.id, key: await server.createKey({ brandId: brand.id }) };
  };
  const erase = (key: string, id: string, query?: string, headers?: Record<string, string>) =>
    eraseCustomer(server, key, id, {
      ...(query !== undefined && { query }),
      ...(headers && { headers }),
    });
  const untilDone = () => untilForgotten(server);

  /** Enough other people that their records lie before, between and behind. */
  const addOthers = async (key: string, name: string) => {
    const leads = Array.from({ length: 300 }, (_, n) => ({
      customerName: `${name} ${n}`,
      title: `Job ${n} of ${name}`,
      email: `${name}${n}@example.com`,
      description: `${name} ${'words '.repeat(n % 90)}`,
      street: `Street ${n}`,
      city: 'Utrecht',
    }));
    const { status, text } = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    assert.ok(status < 300, text);
  };

  const everything = [canaryWord, ...canaryPhones];

  test('nothing is left of a person, and nothing is missing of others', async () => {
    const { key } = await newBrand();
    await addOthers(key, 'before');
    const canary = await makeCanary({ server, key, host, receiver });
    await settled(key, canary);
    receiver.behave('/echo', {});
    receiver.behave('/down', { status: 500 });
    await addOthers(key, 'behind');
    const traces = await tracesOf(server, everything);
    const places = ['customers', 'addresses', 'work_items', 'photos', 'lead_submissions'];
    const logs = ['idempotency_keys', 'events', 'webhook_deliveries', 'webhook_attempts'];
    for (const place of [...places, ...logs, 'customer_merges', 'logged_requests']) {
      assert.ok(
        traces.some((trace) => trace.startsWith(`${place}: `)),
        `the canary was not in ${place}`,
      );
    }
    const others = await othersOf(key, canary);

    const { status, text } = await erase(key, canary.customerId);
    // There are refused requests to scan.
    assert.equal(status, 202, text);
    await untilDone();

    assert.deepEqual(await tracesOf(server, everything), []);
    for (const bytes of canary.pictureBytes) {
      const found = await tracesOf(server, [bytes.subarray(0, 2_000).toString('latin1')]);
      assert.deepEqual(found, []);
    }
    assert.deepEqual(
      filesIn(server.dataDir).filter((file) => file.includes(canary.assetId)),
      [],
    );
    assert.deepEqual(await othersOf(key, canary), others);
    await assertGone(key, canary);
    await assertWorkStays(key, canary);
    await assertTold(key, canary);

    // A new lead of the same person makes a new customer.
    const again = await createLead(server, key, { email: canaryEmail });
    assert.notEqual(again.body.customerId, canary.customerId);
    assert.notEqual(again.body.customerId, canary.mergedId);
  });

  test('nothing is left of what came in, and of the mail it came by', async () => {
    const { brandId, key } = await newBrand();
    const email = 'finch.wren@example.com';
    const sent = { customerName: 'Finch Wren', email, title: 'Tap' };
    const { body: lead } = await createLead(server, key, sent);
    const at = Date.now();
    const made = (fields: object, about: object = {}) => ({
      ...refusedIntake({ brandId, channelId: null, at, sent: about }),
      ...fields,
    });
    const bytes = Buffer.from(`\xff ${email}`, 'latin1').toString('base64');
    const theirs = [
      made({ state: 'lead', workItemId: lead.id }, { title: 'finch words' }),
      made({ body: bytes, bodyEncoding: 'base64', lead: null, sent: null }),
      made({ state: 'held', reason: 'too_fast' }, { naam: 'Finch', achternaam: 'Wren' }),
      made({ discardedAt: at }, { reply: `mailto:${email}` }),
    ];
    const others = Array.from({ length: 250 }, (_, n) => made({}, { name: `Somebody ${n}` }));
    await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        await trx.insertRows('intakes', [...theirs, ...others] as IntakeRecord[]);
        await trx.insertRows('intakeFiles', [
          {
            brandId,
            intakeId: theirs[0]!.id,
            position: 0,
            name: 'finch.jpg',
            contentType: 'image/jpeg',
            sizeBytes: 3,
            bytes: 'AAAA',
          },
        ]);
        const workItemId = lead.id;
        const mail = { brandId, messageKey: 'finchmail', workItemId, createdAt: at };
        await trx.insertRows('mailMessages', [mail]);
        await trx.insertRows('doubtfulLeads', [
          { brandId, workItemId, otherName: 'Finch Other', createdAt: at, settledAt: null },
        ]);
      }),
    );
    const exported = await call(server, `/v1/api/customers/${lead.customerId}/export`, { key });
    assert.deepEqual(
      exported.body.intakes.map(({ id }: { id: string }) => id).toSorted(),
      // A name alone may be another person's.
      [theirs[0]!, theirs[1]!, theirs[3]!].map(({ id }) => id).toSorted(),
    );
    assert.ok([202, 204].includes((await erase(key, lead.customerId)).status));
    await untilDone();
    assert.deepEqual(await tracesOf(server, ['finch', bytes]), []);
    const left = await listAll(server, key, '/v1/api/intakes?limit=200');
    assert.deepEqual(left.map(({ id }) => id).toSorted(), others.map(({ id }) => id).toSorted());
  });

  /** Until the requests are logged and the webhooks attempted. */
  const settled = (key: string, { webhookId, customerId }: Canary) =>
    eventually(async () => {
      // Refused leads are there at once, the others a moment later.
      const unknown = await call(server, '/v1/api/requests?status=404', { key });
      const sent = await webhookApi(server, key).deliveries(
        webhookId,
        '?eventType=customer.merged',
      );
      const isSent = sent.some(({ subjectId }) => subjectId === customerId);
      return unknown.body.data.length > 0 && isSent;
    });

  const othersOf = async (key: string, { itemIds }: Canary) => {
    const leads = await listAll(server, key, '/v1/api/leads?archived=include&limit=200');
    const customers = await listAll(server, key, '/v1/api/customers?limit=200');
    return {
      leads: leads.filter(({ id }) => !itemIds.includes(id)),
      customers: customers.filter(({ name }) => !/canary/i.test(name)),
    };
  };

  const assertGone = async (key: string, { customerId, mergedId, assetId, itemIds }: Canary) => {
    for (const id of [customerId, mergedId]) {
      assertError(await call(server, `/v1/api/customers/${id}`, { key }), 404);
      assertError(await call(server, `/v1/api/customers/${id}/export`, { key }), 404);
      assertError(await erase(key, id), 404);
    }
    assertError(await call(server, `/v1/api/assets/${assetId}`, { key }), 404);
    for (const list of ['leads', 'work-items', 'customers', 'address']) {
      for (const q of ['canary', 'bird', '698765432', 'canaryville']) {
        const { body } = await call(server, `/v1/api/${list}?q=${q}`, { key });
        assert.deepEqual(body.data, [], `${list} ${q}`);
      }
    }
    const restored = await call(server, `/v1/api/work-items/${itemIds[3]}/restore`, {
      key,
      method: 'POST',
    });
    assert.equal(restored.status, 200);
    assert.equal(restored.body.title, 'Erased');
  };

  const assertWorkStays = async (key: string, { customerId, jobId, itemIds }: Canary) => {
    const leads = await listAll(server, key, '/v1/api/leads?archived=include&q=erased');
    assert.deepEqual(
      leads.map(({ id }) => id).toSorted(),
      itemIds.filter((id) => id !== jobId).toSorted(),
    );
    const [job] = await listAll(server, key, `/v1/api/work-items?customerId=${customerId}`);
    const { id, title, description, notes, status, tags, category, estimatedCost, finalCost } = job;
    assert.deepEqual(
      { id, title, description, notes, status, tags, category, estimatedCost, finalCost },
      {
        id: jobId,
        title: 'Erased',
        description: '',
        notes: null,
        status: 'cancelled',
        tags: ['urgent'],
        category: null,
        estimatedCost: 5000,
        finalCost: 4200,
      },
    );
    assert.equal(job.customer.name, 'Erased customer');
    assert.equal(job.customer.email, '');
    assert.equal(job.address.city, '');
    assert.notEqual(job.address.latitude, 0);
    for (const lead of leads) {
      assert.equal('photos' in lead, false);
      assert.equal(lead.category, 'cages');
    }
  };

  const assertTold = async (key: string, { customerId, jobId, webhookId }: Canary) => {
    const { body } = await call(server, `/v1/api/work-items/${jobId}/history`, { key });
    const moves = body.data.filter(({ type }: { type: string }) => /status|converted/.test(type));
    const statuses = moves.map((move: { changes: { status: object } }) => move.changes.status);
    assert.deepEqual(statuses.toSorted(), [
      { before: 'request', after: 'scheduled' },
      { before: 'scheduled', after: 'cancelled' },
    ]);
    // The event says that it was changed, but not what.
    const { type, changes, actor } = body.data.at(-1);
    assert.deepEqual(
      { type, changes, actor },
      { type: 'work_item.updated', changes: {}, actor: 'key' },
    );
    const events = await listAll(server, key, '/v1/api/events?limit=200');
    const erased = events.filter(({ type }) => type === 'customer.erased');
    assert.deepEqual(
      erased.map(({ subjectId, changes, reason, actor }) => ({
        subjectId,
        changes,
        reason,
        actor,
      })),
      [{ subjectId: customerId, changes: null, reason: null, actor: 'key' }],
    );
    await eventually(async () => {
      const sent = receiver.received('/echo').map(({ event }) => event);
      return sent.some(
        ({ type, subjectId }) => type === 'customer.erased' && subjectId === customerId,
      );
    });
    const told = receiver.received('/echo').find(({ event }) => event.type === 'customer.erased')!;
    assert.doesNotMatch(told.body, /canary/i);
    const converted = '?eventType=lead.converted';
    const [delivery] = await webhookApi(server, key).deliveries(webhookId, converted);
    assert.equal(delivery.subjectId, jobId);
    const whole = await webhookApi(server, key).get(`/${webhookId}/deliveries/${delivery.id}`);
    assert.equal(whole.body.payload.data.title, 'Erased');
    assert.equal(whole.body.attempts[0].responseStart, null);
  };
});
