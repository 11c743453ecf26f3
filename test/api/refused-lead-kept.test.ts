// A refused lead is on disk before its sender gets the answer.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';

await withEachServer('before the answer, it is stored:', (server) => {
  let brandId: string;
  let key: string;
  before(async () => {
    brandId = (await server.createBrand()).id;
    key = await server.createKey({ brandId });
  });

  /** Without waiting: an answer was sent. */
  const stored = () =>
    server.withDatabase((db) =>
      db.all<{ id: string; text: string; status: number }>(
        `select intakes.id, coalesce(lead, intakes.body) as text, status from intakes
          join logged_requests on logged_requests.brand_id = intakes.brand_id
            and logged_requests.id = intakes.id
          where intakes.brand_id = ? and state = 'refused'`,
        brandId,
      ),
    );

  const kept = async ({ headers }: Answer) =>
    (await stored()).find(({ id }) => id === headers.get('x-request-id'));

  for (const [what, path, rawBody, status] of [
    ['a lead with a wrong field', '/v1/api/leads', '{"title":1}', 400],
    ['a lead that is no JSON', '/v1/api/leads', '{"title":', 400],
    ['a lead sent to a wrong path', '/leads', '{"title":"Tap"}', 405],
  ] as const) {
    test(what, async () => {
      const answer = await call(server, path, { key, rawBody });
      assert.equal(answer.status, status, answer.text);
      const row = await kept(answer);
      assert.deepEqual([row?.text, row?.status], [rawBody, status]);
    });
  }

  test('a hundred of them at the same time', async () => {
    const bodies = Array.from({ length: 100 }, (_, n) => JSON.stringify({ title: n }));
    const answers = await Promise.all(
      bodies.map((rawBody) => call(server, '/v1/api/leads', { key, rawBody })),
    );
    const texts = new Map((await stored()).map(({ id, text }) => [id, text]));
    for (const [index, { status, headers }] of answers.entries()) {
      assert.equal(status, 400);
      assert.equal(texts.get(headers.get('x-request-id')!), bodies[index]);
    }
  });

  for (const [what, path, status] of [
    ['the wrong leads of a batch', '/v1/api/leads/batch', 200],
    ['a batch sent to a wrong path', '/v1/api/lead/batch', 404],
  ] as const) {
    test(what, async () => {
      // More than are written together.
      const leads = Array.from({ length: 70 }, (_, n) => ({ title: `${what} ${n}`, phone: 1 }));
      const answer = await call(server, path, { key, body: { leads } });
      assert.equal(answer.status, status, answer.text);
      const texts = new Set((await stored()).map(({ text }) => text));
      for (const lead of leads) assert.ok(texts.has(JSON.stringify(lead)), lead.title);
    });
  }
});
