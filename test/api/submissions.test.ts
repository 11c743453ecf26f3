// What was sent in for a lead, its tags and source, and a lead read by its own path.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tagLengthMax, tagsMax } from '#contract/limits.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { signInAs } from '../support/sign-in.ts';
import { assertError, assertRefused } from '../support/shapes.ts';

await withEachServer('a lead as it was sent', (server) => {
  const newBrand = async () => {
    const { id: brandId } = await server.createBrand();
    return { brandId, key: await server.createKey({ brandId }) };
  };
  const at = (id: string) => `/v1/api/work-items/${id}`;

  test('a submission is read to the letter, with the fields of the form’s own', async () => {
    const { key } = await newBrand();
    const rawBody =
      '{"customerName":"Jan","title":"Tap", "ours": {"x": [1.0, 12345678901234567890]}}';
    const made = await call(server, '/v1/api/leads', { key, rawBody });
    const { id: workItemId, receivedAt } = made.body;
    const answer = await call(server, `${at(workItemId)}/submission`, { key });
    assert.equal(answer.status, 200, answer.text);
    const requestId = made.headers.get('x-request-id');
    const body = JSON.parse(rawBody);
    assert.deepEqual(answer.body, { workItemId, receivedAt, requestId, body });
    assert.ok(answer.text.includes(rawBody));
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const batch = { leads: [{ customerName: 'B', title: 'T', size: 'XL' }] };
    const [entry] = (await call(server, '/v1/api/leads/batch', { key, body: batch })).body.data;
    const ofBatch = await call(server, `${at(entry.workItem.id)}/submission`, { key });
    assert.equal(ofBatch.body.body.size, 'XL');
  });

  test('a submission needs the scope that reads the item, and personal data', async () => {
    const { key, brandId } = await newBrand();
    const { id } = (await createLead(server, key)).body;
    const path = `${at(id)}/submission`;
    const leads = await server.createKey({ brandId, scopes: ['leads:read'] });
    const jobs = await server.createKey({ brandId, scopes: ['work-items:read'] });
    assert.equal((await call(server, path, { key: leads })).status, 200);
    assertError(await call(server, path, { key: jobs }), 403);
    await call(server, at(id), { key, method: 'PATCH', body: { status: 'pending' } });
    assert.equal((await call(server, path, { key: jobs })).status, 200);
    assertError(await call(server, path, { key: leads }), 403);
    const scopes = ['leads:read', 'work-items:read'] as const;
    const redacted = await server.createKey({ brandId, scopes: [...scopes], isImpersonal: true });
    assertError(await call(server, path, { key: redacted }), 403);
    assertError(await call(server, path), 401);
    const me = await signInAs(server, { brandId });
    assert.equal((await me.call(path)).status, 200);
    assertRefused(await call(server, `${path}?raw=1`, { key }), 'raw');
    const { key: other } = await newBrand();
    assertError(await call(server, path, { key: other }), 404);
  });

  test('404 tells an unknown item from one that was entered by hand', async () => {
    const { key } = await newBrand();
    const { id, customerId } = (await createLead(server, key)).body;
    const body = { title: 'By hand', customerId };
    const job = (await call(server, '/v1/api/work-items', { key, body })).body;
    const [none] = assertError(await call(server, `${at(job.id)}/submission`, { key }), 404);
    assert.match(none!, /^Nothing was sent in for work item .*entered by hand/);
    const [unknown] = assertError(await call(server, `${at('x')}/submission`, { key }), 404);
    assert.equal(unknown, 'There is no work item x');
    await call(server, at(id), { key, method: 'DELETE' });
    assertError(await call(server, `${at(id)}/submission`, { key }), 404);
  });

  test('a lead is read by its own path too, also as a job', async () => {
    const { key, brandId } = await newBrand();
    const { id } = (await createLead(server, key)).body;
    const path = `/v1/api/leads/${id}`;
    for (const status of ['contacted', 'pending']) {
      await call(server, at(id), { key, method: 'PATCH', body: { status } });
      const [alias, item] = [
        await call(server, path, { key }),
        await call(server, at(id), { key }),
      ];
      assert.deepEqual(alias.body, item.body);
      const etag = alias.headers.get('etag')!;
      assert.equal(etag, item.headers.get('etag'));
      const same = await call(server, path, { key, headers: { 'if-none-match': etag } });
      assert.equal(same.status, 304);
      const head = await call(server, path, { key, method: 'HEAD' });
      assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', etag]);
    }
    const leads = await server.createKey({ brandId, scopes: ['leads:read'] });
    assertError(await call(server, path, { key: leads }), 403);
    assertError(await call(server, '/v1/api/leads/nothing', { key }), 404);
  });

  test('source and tags are set at creation and corrected later', async () => {
    const { key } = await newBrand();
    const tags = [' vip ', 'boiler', '', null, 'vip'];
    const lead = (await createLead(server, key, { source: 'phone', tags })).body;
    assert.deepEqual([lead.source, lead.tags], ['phone', ['vip', 'boiler']]);
    for (const none of [null, '', [], ['  ']]) {
      assert.equal((await createLead(server, key, { tags: none })).body.tags, null);
    }
    const leads = [{ customerName: 'B', title: 'T', source: 'chat', tags: ['batch'] }];
    const batch = await call(server, '/v1/api/leads/batch', { key, body: { leads } });
    const { workItem } = batch.body.data[0];
    assert.deepEqual([workItem.source, workItem.tags], ['chat', ['batch']]);
    const job = await call(server, '/v1/api/work-items', {
      key,
      body: { title: 'J', customerId: lead.customerId, source: 'referral', tags: ['job'] },
    });
    assert.deepEqual([job.body.source, job.body.tags], ['referral', ['job']]);

    const patch = { source: 'whatsapp', tags: ['other'] };
    const changed = await call(server, at(lead.id), { key, method: 'PATCH', body: patch });
    assert.deepEqual([changed.body.source, changed.body.tags], ['whatsapp', ['other']]);
    const history = await listAll(server, key, `${at(lead.id)}/history`);
    assert.deepEqual(history.at(-1).changes.source, { before: 'phone', after: 'whatsapp' });
    const found = await listAll(server, key, '/v1/api/leads?tag=other&source=whatsapp');
    assert.deepEqual(
      found.map(({ id }) => id),
      [lead.id],
    );
  });

  test('wrong sources and tags are refused by name', async () => {
    const { key } = await newBrand();
    const long = 'x'.repeat(tagLengthMax + 1);
    const many = Array.from({ length: tagsMax + 1 }, (_, at) => `tag ${at}`);
    for (const tags of ['vip', 7, { a: 1 }, [7], [['a']], [long], many]) {
      assertRefused(await createLead(server, key, { tags }), 'tags');
    }
    const { id } = (await createLead(server, key, { tags: many.slice(1) })).body;
    for (const source of ['fax', 7, null, '']) {
      const body = { source };
      assertRefused(await call(server, at(id), { key, method: 'PATCH', body }), 'source');
    }
  });
});
