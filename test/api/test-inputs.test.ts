// Inputs that provoke failures and delays on the test side, and are ordinary on the live side.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slowAnswerMs, testEmails, testPhotoUrls } from '#contract/test-inputs.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { startServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

await withEachServer('test inputs', (server) => {
  const { unavailable, slow } = testEmails;
  const keysOf = async () => {
    const { id: brandId } = await server.createBrand();
    const live = await server.createKey({ brandId });
    return { live, testing: await server.createKey({ brandId, isTest: true }) };
  };
  const leadsOf = (key: string) => listAll(server, key, '/v1/api/leads');

  test('an e-mail address gives 503 with Retry-After, and no lead', async () => {
    const { live, testing } = await keysOf();
    const logged = server.output().length;
    for (const headers of [{}, { 'idempotency-key': 'again' }, { 'idempotency-key': 'again' }]) {
      const answer = await createLead(server, testing, { email: unavailable }, headers);
      assertError(answer, 503);
      assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/);
      // No fault of the server, so nothing for the operator to look into.
      const id = answer.headers.get('x-request-id')!;
      const lines = server.output().slice(logged).split('\n');
      const failures = lines.filter((line) => line.includes(id) && line.includes('request failed'));
      assert.deepEqual(failures, []);
    }
    assert.deepEqual(await leadsOf(testing), []);
    // What is wrong with a lead is said first.
    assertError(await createLead(server, testing, { email: unavailable, title: '' }), 400);
    assert.equal((await createLead(server, live, { email: unavailable })).status, 201);
  });

  test('the same for one lead of a batch; those after it are created', async () => {
    const { live, testing } = await keysOf();
    const lead = { customerName: 'Jan', title: 'Tap' };
    // More than are made at a time.
    const leads = Array.from({ length: 100 }, (_, n) => ({ ...lead, email: `c${n}@example.com` }));
    const body = { leads: leads.with(1, { ...lead, email: unavailable }) };
    const tried = (await call(server, '/v1/api/leads/batch', { key: testing, body })).body.data;
    assert.deepEqual(
      tried.map(({ error }: { error: { statusCode: number } | null }) => error?.statusCode ?? 201),
      leads.map((_, n) => (n === 1 ? 503 : 201)),
    );
    assert.partialDeepStrictEqual(tried[1].error, { code: 'unavailable', details: null });
    const real = (await call(server, '/v1/api/leads/batch', { key: live, body })).body.data;
    assert.ok(real.every(({ created }: { created: boolean }) => created));
  });

  test('a slow lead is stored first; a retry gets the stored response', async () => {
    const { testing } = await keysOf();
    const headers = { 'idempotency-key': 'slow-one' };
    const sentAt = performance.now();
    const answering = createLead(server, testing, { email: slow }, headers);
    await eventually(async () => (await leadsOf(testing)).length === 1);
    // Until the first call has left the queue, a retry gets 409.
    let retry = await createLead(server, testing, { email: slow }, headers);
    await eventually(async () => {
      if (retry.status === 409) retry = await createLead(server, testing, { email: slow }, headers);
      return retry.status === 201;
    });
    assert.equal(retry.headers.get('idempotent-replayed'), 'true');
    const answer = await answering;
    // A lower bound: it holds however busy the machine is.
    assert.ok(performance.now() - sentAt >= slowAnswerMs - 10);
    assert.deepEqual([answer.status, answer.headers.get('idempotent-replayed')], [201, null]);
    assert.equal(retry.body.id, answer.body.id);
    assert.equal((await leadsOf(testing)).length, 1);
  });

  test('a photo is stored without a download', async () => {
    const { live, testing } = await keysOf();
    const photoUrls = [testPhotoUrls.stored, `${testPhotoUrls.stored}?n=2`];
    const { body } = await createLead(server, testing, { photoUrls });
    for (const [at, photo] of body.photos.entries()) {
      const { url, status, width, height, error } = photo;
      assert.deepEqual([url, status, error], [photoUrls[at], 'stored', null]);
      assert.deepEqual([width, height], [64, 48]);
      const path = `/v1/api/assets/${photo.assetId}`;
      const picture = await call(server, path, { key: testing });
      assert.deepEqual(
        [picture.status, picture.headers.get('content-type')],
        [200, photo.contentType],
      );
    }
    const events = await listAll(server, testing, '/v1/api/events?type=photo.stored');
    assert.equal(events.length, 2);
    // On the live side it is looked up, which fails.
    const real = (await createLead(server, live, { photoUrls })).body;
    assert.ok(real.photos.every(({ status }: { status: string }) => status !== 'stored'));
  });

  test('a photo stays pending, and another fails with an event', async () => {
    const { live, testing } = await keysOf();
    const photoUrls = [testPhotoUrls.pending, testPhotoUrls.failed, `${testPhotoUrls.failed}?n=2`];
    const lead = { email: 'photos@example.com', photoUrls };
    const { body } = await createLead(server, testing, lead);
    const expected = [
      ['pending', null],
      ['failed', 'http_status'],
      ['failed', 'http_status'],
    ];
    const outcomes = (photos: { status: string; error: string | null }[]) =>
      photos.map(({ status, error }) => [status, error]);
    assert.deepEqual(outcomes(body.photos), expected);
    const item = await call(server, `/v1/api/work-items/${body.id}`, { key: testing });
    assert.deepEqual(outcomes(item.body.photos), expected);
    const events = await listAll(server, testing, '/v1/api/events?type=photo.failed');
    assert.equal(events.length, 2);
    const jobsOf = async (lead: { brandId: string; id: string }) => {
      const sql = 'select 1 from jobs where brand_id = ? and subject = ?';
      return (await server.withDatabase((db) => db.all(sql, lead.brandId, lead.id))).length;
    };
    assert.equal(await jobsOf(body), 0);
    // On the live side each is looked up, which fails: nobody can own the domain.
    const real = await createLead(server, live, lead);
    const path = `/v1/api/work-items/${real.body.id}`;
    const jobs = await jobsOf(real.body);
    const { photos } = (await call(server, path, { key: live })).body;
    const failed = outcomes(photos).filter(([status]) => status === 'failed');
    assert.ok(failed.every(([, error]) => error !== 'http_status'));
    assert.ok(jobs + failed.length >= photoUrls.length);
  });
});

// A server of its own: the shared one answers other tests too.
test('what a test provokes is not in the metrics, which raise alarms', async () => {
  const server = await startServer();
  const { id: brandId } = await server.createBrand();
  const key = await server.createKey({ brandId, isTest: true });
  const { unavailable, slow } = testEmails;
  const lead = { customerName: 'Jan', title: 'Tap' };
  await createLead(server, key, { email: unavailable });
  const batch = { leads: [{ ...lead, email: unavailable }] };
  await call(server, '/v1/api/leads/batch', { key, body: batch });
  await createLead(server, key, { email: slow });
  await createLead(server, key, { email: 'jan@example.com' });
  const measured = async () => {
    const text = await (await fetch(new URL('/metrics', server.url))).text();
    const name = 'vakwerk_http_request_seconds_count';
    const lines = text.matchAll(
      new RegExp(`^${name}{method="POST",route="(/v1/api/.*)",status="(.*)"} (.*)$`, 'gm'),
    );
    return [...lines].map(([, ...counted]) => counted.join(' ')).toSorted();
  };
  // The last one; the others were measured before.
  await eventually(async () =>
    (await measured()).some((one) => one.startsWith('/v1/api/leads 201')),
  );
  assert.deepEqual(await measured(), ['/v1/api/leads 201 1', '/v1/api/leads/batch 200 1']);
  await server.stop();
});
