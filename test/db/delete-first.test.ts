// What is past its time is deleted from its beginning, a bounded number at once.
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { insertPasskeyChallenge } from '#db/accounts/passkeys.ts';
import { deleteFirst } from '#db/delete-first.ts';
import { withEachTables } from '../support/each-database.ts';

withEachTables('the first rows', (db) => {
  test('go by their column, equal ones together, and none that is not meant', async () => {
    // In no order.
    for (const [challenge, expiresAt] of [
      ['3', 3_000],
      ['1', 1_000],
      ['2a', 2_000],
      ['2b', 2_000],
      ['other', 1_000],
      ['later', 9_000],
    ] as const) {
      const id = randomUUIDv7();
      await insertPasskeyChallenge(db, { id, challenge, accountId: null, expiresAt });
    }
    const step = () =>
      deleteFirst(db, {
        table: 'passkey_challenges',
        among: ['challenge <> ?', 'other'],
        by: 'expires_at',
        before: 5_000,
        most: 2,
      });
    const left = async () => {
      const names = 'select challenge as name from passkey_challenges';
      return (await db.all<{ name: string }>(names)).map(({ name }) => name).toSorted();
    };
    assert.equal(await step(), 3);
    assert.deepEqual(await left(), ['3', 'later', 'other']);
    assert.deepEqual([await step(), await step()], [1, 0]);
    assert.deepEqual(await left(), ['later', 'other']);
  });
});
