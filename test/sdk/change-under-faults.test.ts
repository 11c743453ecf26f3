// Which changes the client retries after a lost response.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { ConflictError, NetworkError, NotFoundError, Vakwerk } from '../../sdk/src/index.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

describe('changes under faults', () => {
  let receiver: Receiver;
  let proxy: FaultProxy;
  let client: Vakwerk;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
    proxy = await startFaultProxy(server);
    const apiKey = await server.createKey();
    client = new Vakwerk({ apiKey, baseUrl: proxy.url, retryBaseMs: 10 });
  });
  after(async () => {
    await proxy?.close();
    await receiver?.close();
  });
  beforeEach(() => proxy.reset());

  const newLead = () => client.leads.create({ customerName: 'Jan Jansen', title: 'Tap' });
  const loseAnswers = (count: number) => {
    proxy.reset();
    proxy.next(...Array.from({ length: count }, () => ({ kind: 'reset-after' as const })));
  };

  test('a read is retried', async () => {
    const { id } = await newLead();
    loseAnswers(3);
    assert.equal((await client.workItems.get(id)).id, id);
    assert.equal(proxy.seen.length, 4);
  });

  test('a patch is retried, and applies once', async () => {
    const { id } = await newLead();
    loseAnswers(2);
    const changed = await client.workItems.update(id, { status: 'contacted' });
    assert.equal(changed.status, 'contacted');
    assert.equal(proxy.seen.length, 3);
    const types: string[] = [];
    for await (const { type } of client.workItems.history(id)) types.push(type);
    assert.deepEqual(types, ['lead.created', 'lead.status_changed']);
  });

  test('a patch with a reason is retried, and applies once', async () => {
    const { id } = await newLead();
    loseAnswers(1);
    const changed = await client.workItems.update(id, { status: 'lost', reason: 'Too dear' });
    assert.equal(changed.status, 'lost');
    assert.equal(proxy.seen.length, 2);
  });

  test('a patch with If-Match is not retried: the conflict would be ambiguous', async () => {
    const { id } = await newLead();
    const item = await client.workItems.get(id);
    loseAnswers(1);
    const ifMatch = item;
    await assert.rejects(
      client.workItems.update(id, { status: 'contacted' }, { ifMatch }),
      NetworkError,
    );
    assert.equal(proxy.seen.length, 1);
    await assert.rejects(client.workItems.update(id, { status: 'lost' }, { ifMatch }), {
      name: 'ConflictError',
      status: 412,
    });
  });

  test('a delete is retried, and 404 then means success', async () => {
    const { id } = await newLead();
    loseAnswers(1);
    await client.workItems.delete(id);
    assert.equal(proxy.seen.length, 2);
    await assert.rejects(client.workItems.delete(id), NotFoundError);
    // Refused is not lost: nothing can have been deleted.
    proxy.next({ kind: 'answers', status: 429 });
    await assert.rejects(client.workItems.delete(id), NotFoundError);
  });

  test('restore and archive are retried', async () => {
    const { id, customerId } = await newLead();
    await client.workItems.delete(id);
    loseAnswers(1);
    const restored = await client.workItems.restore(id);
    assert.partialDeepStrictEqual(restored, { id, deletedAt: null });
    loseAnswers(1);
    const archived = await client.customers.archive(customerId);
    assert.partialDeepStrictEqual(archived, { status: 'archived' });
    loseAnswers(1);
    const active = await client.customers.unarchive(customerId);
    assert.partialDeepStrictEqual(active, { status: 'active' });
  });

  test('a rescue is retried, and returns the created lead', async () => {
    const refused = await client.leads
      .create({ customerName: 'Jan Jansen', title: '' })
      .catch((error: { requestId: string }) => error.requestId);
    assert.equal(typeof refused, 'string');
    const id = refused as string;
    // The log is written asynchronously.
    await eventually(async () => {
      const { data } = await client.requests.list({ requestId: id }).page();
      return data.length > 0;
    });
    loseAnswers(1);
    await assert.rejects(client.requests.rescue(id, { title: 'Tap' }), (error: ConflictError) => {
      const { rescued } = /as work item (?<rescued>\S+?)( |$)/.exec(error.message)!.groups!;
      assert.match(rescued!, /^[\da-f-]{36}$/);
      return error instanceof ConflictError;
    });
  });

  test('a call that is not idempotent is sent once', async () => {
    const { webhooks, customers } = client;
    const newCustomer = async () => (await newLead()).customerId;
    const [one, other, third, fourth] = [
      await newCustomer(),
      await newCustomer(),
      await newCustomer(),
      await newCustomer(),
    ];
    const { mergeId } = await customers.merge(third, fourth);
    const { id } = await webhooks.create({ url: receiver.url('/hook') });
    const { createdAt: since } = await newLead();
    let deliveryId = '';
    await eventually(async () => {
      const { data } = await webhooks.deliveries(id, { status: 'delivered' }).page();
      deliveryId = data[0]?.id ?? '';
      return deliveryId !== '';
    });
    const calls: Record<string, () => Promise<unknown>> = {
      create: () => webhooks.create({ url: receiver.url('/other'), state: 'paused' }),
      rotateSecret: () => webhooks.rotateSecret(id),
      ping: () => webhooks.ping(id),
      replayDelivery: () => webhooks.replayDelivery(id, deliveryId),
      replay: () => webhooks.replay(id, { since }),
      createLink: () => client.calendarLinks.create({ name: 'Phone' }),
      undoMerge: () => customers.undoMerge(third, mergeId),
      merge: () => customers.merge(one, other),
      erase: () => customers.erase(one),
    };
    for (const [what, call] of Object.entries(calls)) {
      loseAnswers(1);
      await assert.rejects(call, NetworkError, what);
      assert.equal(proxy.seen.length, 1, what);
      const { answeredStatus } = proxy.seen[0]!;
      assert.ok(answeredStatus! >= 200 && answeredStatus! < 300, `${what}: ${answeredStatus}`);
    }
  });

  test('429 is retried even then, because nothing was done', async () => {
    proxy.next({ kind: 'answers', status: 429 });
    const made = await client.webhooks.create({
      url: 'https://example.com/third',
      state: 'paused',
    });
    assert.equal(made.state, 'paused');
    assert.equal(proxy.seen.length, 2);
  });
});
