// Which pages the thread that answers requests keeps, and for how long.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WorkItemPageRequest } from '#db/work-item-pages.ts';
import { editionOf } from '#actions/work-items/page-editions.ts';
import { KeptPages } from '#http/kept-pages.ts';

const request: WorkItemPageRequest = {
  brandId: 'a',
  phase: 'lead',
  filters: {},
  words: undefined,
  sort: { field: 'createdAt', descending: true },
  after: undefined,
  limit: 50,
};

/** Answers as the database threads do, when it is let, and counts what it had to hand over. */
function pagesOf(roomBytes?: number) {
  const editions = new Map<string, string>();
  const asked = { bodies: 0, editionsKept: [] as (string | undefined)[] };
  let size = 4;
  let gate = Promise.resolve();
  const runner = {
    async run(_name: string, input: { brandId: string; editionKept?: string }) {
      const { brandId, editionKept } = input;
      asked.editionsKept.push(editionKept);
      const edition = editions.get(brandId) ?? '1';
      const held = gate;
      gate = Promise.resolve();
      await held;
      if (edition === editionKept) return { edition, body: null };
      asked.bodies++;
      const text = `${brandId}${edition}`.padEnd(size, '.');
      return { edition, body: new Uint8Array(Buffer.from(text)), next: null };
    },
  };
  const pages = new KeptPages(runner as never, roomBytes);
  const limits = { msMax: 5_000, recordsMax: 1_000, answer: { destroyed: false } };
  return {
    asked,
    setEdition: (brandId: string, edition: string) => editions.set(brandId, edition),
    setSize: (bytes: number) => (size = bytes),
    /** The next question is not answered until this is called. */
    holdNext() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    read: async (brandId: string, more: Partial<WorkItemPageRequest> = {}) => {
      const { body, next } = await pages.read({ ...request, brandId, ...more }, {}, limits);
      assert.equal(next, null);
      return Buffer.from(body).toString().replaceAll('.', '');
    },
  };
}

test('a page that came twice is not handed over a third time, as long as it is the same', async () => {
  const { read, asked, setEdition } = pagesOf();
  for (let n = 0; n < 5; n++) assert.equal(await read('a'), 'a1');
  assert.equal(asked.bodies, 2);
  assert.deepEqual(asked.editionsKept, [undefined, undefined, '1', '1', '1']);
  setEdition('a', '2');
  for (let n = 0; n < 5; n++) assert.equal(await read('a'), 'a2');
  assert.equal(asked.bodies, 4);
});

test('another question has a page of its own', async () => {
  const { read, asked } = pagesOf();
  const others: Partial<WorkItemPageRequest>[] = [
    {},
    { brandId: 'b' },
    { phase: 'job' },
    { filters: { tag: ['x'] } },
    { sort: { field: 'createdAt', descending: false } },
    { after: { value: 1, id: 'x' } },
    { limit: 49 },
  ];
  for (let n = 0; n < 3; n++) for (const other of others) await read('a', other);
  assert.equal(asked.bodies, 2 * others.length);
});

test('an answer that comes late is what was kept when it was asked for', async () => {
  const { read, asked, setEdition, holdNext } = pagesOf();
  for (let n = 0; n < 2; n++) await read('a');
  const letGo = holdNext();
  const late = read('a');
  setEdition('a', '2');
  for (let n = 0; n < 3; n++) assert.equal(await read('a'), 'a2');
  const { bodies } = asked;
  letGo();
  assert.equal(await late, 'a1');
  assert.equal(asked.bodies, bodies, 'it was not handed over');
  assert.equal(await read('a'), 'a2');
});

test('what is searched for is not remembered', async () => {
  const { read, asked } = pagesOf();
  for (let n = 0; n < 4; n++) await read('a', { words: ['jan'] });
  assert.deepEqual(asked.editionsKept, [undefined, undefined, undefined, undefined]);
});

test('when it is too much, what nobody asked for goes', async () => {
  const { read, asked, setSize } = pagesOf(4_500);
  setSize(1_000);
  for (const brandId of ['a', 'a', 'b', 'b', 'b', 'a', 'c', 'c']) await read(brandId);
  assert.equal(asked.bodies, 6);
  await read('c');
  await read('a');
  assert.equal(asked.bodies, 6);
  await read('b');
  assert.equal(asked.bodies, 7);
});

test('long questions take room too', async () => {
  const { read, asked } = pagesOf(6_000);
  for (let n = 0; n < 3; n++) await read('a');
  assert.equal(asked.bodies, 2);
  await read('b', { filters: { tag: ['x'.repeat(2_500)] } });
  await read('a');
  assert.equal(asked.bodies, 4);
});

test('a page that is too large is handed over each time', async () => {
  const { read, asked, setSize } = pagesOf();
  setSize(1024 * 1024 + 1);
  for (let n = 0; n < 4; n++) await read('a');
  assert.equal(asked.bodies, 4);
});

test('an edition is of its keys, and of the size that was asked for', () => {
  const key = { id: 'a', version: '1', sortValue: 1 };
  const first = editionOf([key], 50, 0);
  assert.equal(editionOf([{ ...key }], 50, 0), first);
  const others = [
    editionOf([key], 10, 0),
    editionOf([key], 50, 1),
    editionOf([key], 50, 0, { id: 'b', value: 2 }),
    editionOf([key], 50, 0, { id: 'b', value: 3 }),
    editionOf([], 50, 0),
    editionOf([key, { ...key, id: 'b' }], 50, 0),
    ...[{ id: 'b' }, { version: '2' }, { sortValue: 2 }].map((change) =>
      editionOf([{ ...key, ...change }], 50, 0),
    ),
  ];
  assert.equal(new Set([first, ...others]).size, 1 + others.length);
});
