// Cache hits and misses of list pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListPage } from '#actions/list-page.ts';
import { PageCache } from '#http/page-cache.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { TimeBudget } from '#runner/time-budget.ts';

const budget = new TimeBudget(60_000);

/** A database with one list, whose text and token a test sets. */
function startCache(bytesMax?: number) {
  const state = { token: '1', text: 'first', tokensRead: 0, pagesRead: 0 };
  const runner = {
    run: async () => {
      state.tokensRead++;
      return state.token;
    },
  } as unknown as ActionRunner;
  const cache = new PageCache({
    runner,
    tagKey: 'key',
    waitMsMax: 1_000,
    ...(bytesMax && { bytesMax }),
  });
  const readPage = async (): Promise<ListPage> => {
    state.pagesRead++;
    const { text } = state;
    await new Promise(setImmediate);
    return { body: new Uint8Array(Buffer.from(text)), next: null };
  };
  const get = async (question: { brandId?: string; words?: string[] } = {}, read = readPage) => {
    const page = await cache.get(
      budget,
      'leads',
      { brandId: 'b', words: undefined, ...question },
      read,
    );
    return page.body.toString();
  };
  return { state, get };
}

test('a page is read once per token', async () => {
  const { state, get } = startCache();
  for (let n = 0; n < 3; n++) assert.equal(await get(), 'first');
  assert.equal(state.pagesRead, 1);
  Object.assign(state, { token: '2', text: 'second' });
  for (let n = 0; n < 3; n++) assert.equal(await get(), 'second');
  assert.equal(state.pagesRead, 2);
  assert.equal(state.tokensRead, 6 + 2, 'and once more behind each read');
});

test('concurrent requests share the look-up and the read', async () => {
  const { state, get } = startCache();
  const pages = await Promise.all(Array.from({ length: 10 }, () => get()));
  assert.deepEqual([...new Set(pages)], ['first']);
  assert.deepEqual([state.tokensRead, state.pagesRead], [2, 1]);
});

test('a request that saw a newer token never shares an older read', async () => {
  const { state, get } = startCache();
  const { promise: begun, resolve: onBegun } = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const older = get({}, async () => {
    onBegun();
    await held;
    return { body: new Uint8Array(Buffer.from('first')), next: null };
  });
  await begun;
  Object.assign(state, { token: '2', text: 'second' });
  assert.equal(await get(), 'second');
  release();
  assert.equal(await older, 'first');
  assert.equal(await get(), 'second', 'a page under an older token is not sent');
});

test('a request whose shared read fails reads by itself', async () => {
  const { get } = startCache();
  const failing = get({}, async () => {
    await new Promise(setImmediate);
    throw new Error('hung up');
  });
  const other = get();
  await assert.rejects(failing, { message: 'hung up' });
  assert.equal(await other, 'first');
});

test('a page that changed during its read is not cached', async () => {
  const { state, get } = startCache();
  const changing = async () => {
    const body = new Uint8Array(Buffer.from('second'));
    state.token = '2';
    return { body, next: null };
  };
  assert.equal(await get({}, changing), 'second');
  // As after a failover that lost the change.
  Object.assign(state, { token: '1', text: 'first' });
  assert.equal(await get(), 'first');
});

test('a page is sent although the second token look-up fails', async () => {
  let tokensRead = 0;
  const runner = {
    run: async () => {
      if (++tokensRead > 1) throw new Error('unavailable');
      return '1';
    },
  } as unknown as ActionRunner;
  const cache = new PageCache({ runner, tagKey: 'key', waitMsMax: 1_000 });
  const body = new Uint8Array(Buffer.from('first'));
  const question = { brandId: 'b', words: undefined };
  const page = await cache.get(budget, 'leads', question, async () => ({ body, next: null }));
  assert.equal(page.body.toString(), 'first');
});

test('searches and oversized pages are not cached', async () => {
  const { state, get } = startCache();
  for (let n = 0; n < 2; n++) await get({ words: ['tap'] });
  assert.deepEqual([state.tokensRead, state.pagesRead], [0, 2]);
  const small = startCache(1_300);
  for (const brandId of ['a', 'b', 'c', 'a']) await small.get({ brandId });
  assert.equal(small.state.pagesRead, 4);
});
