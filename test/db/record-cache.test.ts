// A page is always whole and true, however small the cache is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { DatabaseUnavailable } from '#db/database.ts';
import { RecordCache } from '#db/record-cache.ts';

const jsonOf = (id: string, version: string) => JSON.stringify({ id, version, x: 'x'.repeat(100) });

test('every page has every record in its present version and in order', async () => {
  const record = fc.record({ id: fc.nat(30).map(String), version: fc.nat(2).map(String) });
  const page = fc.uniqueArray(record, { selector: ({ id }) => id, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(page), fc.integer({ min: 0, max: 5_000 }), async (pages, bytes) => {
      const cache = new RecordCache(bytes);
      for (const keys of pages) {
        const versions = new Map(keys.map(({ id, version }) => [id, version]));
        const found = await cache.get(
          keys,
          0,
          async (ids) => new Map(ids.map((id) => [id, jsonOf(id, versions.get(id)!)])),
        );
        assert.deepEqual(
          found.map(String),
          keys.map(({ id, version }) => jsonOf(id, version)),
        );
      }
    }),
  );
});

test('what is asked for again and again stays, what is not goes', async () => {
  const cache = new RecordCache(10 * 400);
  const asked: string[] = [];
  const ask = (id: number) =>
    cache.get([{ id: String(id), version: '1' }], 0, async (ids) => {
      asked.push(...ids);
      return new Map(ids.map((one) => [one, jsonOf(one, '1')]));
    });
  for (let id = 1; id < 100; id++) {
    await ask(0);
    await ask(id);
  }
  assert.equal(asked.filter((id) => id === '0').length, 1);
  await ask(1);
  assert.equal(asked.filter((id) => id === '1').length, 2);
});

test('a record that was listed and is not there any more is a fault of the database', async () => {
  const cache = new RecordCache(10_000);
  const reading = cache.get([{ id: 'a', version: '1' }], 0, async () => new Map());
  await assert.rejects(reading, DatabaseUnavailable);
});

test('of keys that were read in two eras all is loaded, and nothing kept', async () => {
  const cache = new RecordCache(10_000);
  const key = [{ id: 'a', version: '1' }];
  const read = async (era: number | null, text: string) =>
    String(await cache.get(key, era, async () => new Map([['a', text]])));
  await read(1, 'of one');
  assert.equal(await read(null, 'of two'), 'of two');
  assert.equal(await read(1, 'of nobody'), 'of one');
});

test('in another era the same version is loaded again, also when the load began in the one before', async () => {
  const cache = new RecordCache(10_000);
  const key = [{ id: 'a', version: '1' }];
  const read = async (era: number, text: string) =>
    String(await cache.get(key, era, async () => new Map([['a', text]])));
  assert.equal(await read(1, 'lost'), 'lost');
  assert.equal(await read(1, 'of nobody'), 'lost');
  assert.equal(await read(2, 'new'), 'new');

  const load = Promise.withResolvers<Map<string, string>>();
  const late = cache.get(key, 3, () => load.promise);
  assert.equal(await read(4, 'newest'), 'newest');
  load.resolve(new Map([['a', 'lost too']]));
  await late;
  assert.equal(await read(4, 'of nobody'), 'newest');
});
