// Servers take shares of a caller's window: all together never let through more than the limit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeFromRateWindow } from '#actions/rate-windows.ts';
import { shareOf } from '#core/requests/rate-window.ts';
import { systemContext } from '#runner/system-context.ts';
import { withEachTables } from '../support/each-database.ts';

const windowMs = 60_000;

withEachTables('shares of a rate window', (db) => {
  let time = 1_700_000_000_000;
  const context = { ...systemContext(), now: () => time };
  const take = (subject: string, limit: number, share: number) =>
    takeFromRateWindow(db, { subject, limit, windowMs, share }, context);

  test('add up to the limit, the last one is what is left', async () => {
    const shares = [];
    for (let n = 0; n < 5; n++) shares.push(await take('key one', 25, 10));
    assert.deepEqual(
      shares.map(({ granted }) => granted),
      [10, 10, 5, 0, 0],
    );
    assert.deepEqual(
      shares.map(({ remaining }) => remaining),
      [15, 5, 0, 0, 0],
    );
    time += windowMs;
    assert.equal((await take('key one', 25, 10)).granted, 10, 'a new window');
  });

  test('are taken at the same time', async () => {
    const limit = 60;
    const taken = await Promise.all(Array.from({ length: 20 }, () => take('key two', limit, 7)));
    const granted = taken.reduce((sum, share) => sum + share.granted, 0);
    assert.equal(granted, limit);
  });
});

test('a share is about a second’s worth, and one where few are allowed', () => {
  for (const [limit, share] of [
    [1, 1],
    [10, 1],
    [600, 10],
    [100_000, 50],
  ] as const) {
    assert.equal(shareOf(limit), share);
  }
});
