// A forged cursor is refused: the sealing key is in the database, not in the source.
import assert from 'node:assert/strict';
import { createHmac, hash } from 'node:crypto';
import { before, test } from 'node:test';
import { call, createLead, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertRefused } from '../support/shapes.ts';

const lists = ['leads', 'work-items', 'customers', 'address', 'requests'];
const sorts = ['-createdAt', 'createdAt'];
const values = [
  [0, -1, 1.5, 1e15, 1e17, -1e17, 8.64e15 + 1, 1e300, 2 ** 63],
  ['', 'x', "' or 1=1 --", '1 BC', 'infinity', '\0', '\ud800', '2026-01-01', 'null'],
].flat();
const ids = ['', 'x', '\0', '0'.repeat(36), '00000000-0000-0000-0000-000000000000'];

type Seal = (text: string) => string;
const seals: Record<string, Seal> = {
  'a plain hash': (text) => hash('sha256', text, 'base64url').slice(0, 12),
  'a longer one': (text) => hash('sha256', text, 'base64url').slice(0, 22),
  'an empty key': (text) => createHmac('sha256', '').update(text).digest('base64url').slice(0, 22),
};

await withEachServer('forged cursors', (server) => {
  let brandId: string;
  let key: string;
  before(async () => {
    brandId = (await server.createBrand()).id;
    key = await server.createKey({ brandId });
    for (const title of ['One', 'Two']) await createLead(server, key, { title });
  });

  for (const [name, seal] of Object.entries(seals)) {
    test(`${name} is not a valid seal`, async () => {
      const forged = lists.flatMap((list) =>
        sorts.flatMap((sort) =>
          values.flatMap((value, at) => {
            const id = ids[at % ids.length]!;
            const binding = [`/v1/api/${list}`, brandId, sort, [], undefined];
            const sealed = seal(JSON.stringify([value, id, binding]));
            const cursor = Buffer.from(JSON.stringify([value, id, sealed])).toString('base64url');
            return list === 'requests' ? [{ list, cursor }] : [{ list, sort, cursor }];
          }),
        ),
      );
      const answers = await Promise.all(
        forged.map(({ list, ...query }) =>
          call(server, `/v1/api/${list}?${new URLSearchParams(query as {})}`, { key }),
        ),
      );
      const counts = Map.groupBy(answers, ({ status }) => status);
      assert.deepEqual(
        [...counts].map(([status, all]) => [status, all.length]),
        [[400, forged.length]],
      );
      for (const { body } of answers) assert.match(body.message[0], /^cursor is not valid/);
    });
  }

  test('a cursor of the server continues the list', async () => {
    const first = await call(server, '/v1/api/leads?limit=1', { key });
    const next = await call(server, nextLinkOf(first.headers)!, { key });
    assert.equal(next.status, 200);
    assert.notEqual(next.body.data[0].id, first.body.data[0].id);
  });

  test('an event number is not a cursor: any number is accepted', async () => {
    for (const after of ['0', '000000000000001', '999999999999999']) {
      const feed = await call(server, `/v1/api/events?after=${after}`, { key });
      assert.equal(feed.status, 200);
    }
    for (const after of ['-1', '1e3', '9'.repeat(16), 'x', '']) {
      assertRefused(await call(server, `/v1/api/events?after=${after}`, { key }), 'after');
    }
  });
});
