// Pending requests leave no garbage behind when they complete.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { type PendingEntry, PendingList, notQueued } from '#runner/pending-list.ts';

test('requests are pending from arrival to completion', () => {
  const pending = new PendingList<PendingEntry & { id: number }>();
  const all = Array.from({ length: 5 }, (_, id) => ({ id, index: notQueued }));
  const ids = () => pending.all().map(({ id }) => id);
  for (const one of all) pending.add(one);
  for (const id of [0, 0, 3, 4, 4]) pending.remove(all[id]!);
  assert.deepEqual(ids().toSorted(), [1, 2]);
  for (const id of [2, 1]) pending.remove(all[id]!);
  assert.deepEqual(ids(), []);
  pending.add(all[3]!);
  assert.deepEqual(ids(), [3]);
});

// A hundred thousand, 64 at a time, a kilobyte each; old-generation garbage is counted in a
// separate process. With a Set it is 26 MB.
const passage = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { PendingList } from ${JSON.stringify(new URL('../../server/runner/pending-list.ts', import.meta.url).href)};
  const oldBytes = () => getHeapSpaceStatistics()
    .filter(({ space_name: name }) => /^(old|large)/.test(name))
    .reduce((sum, { space_used_size: size }) => sum + size, 0);
  const pending = new PendingList();
  const here = new Array(64).fill(null);
  // Promotes everything alive now to the old generation.
  gc();
  const before = oldBytes();
  let most = 0;
  for (let count = 0; count < 100_000; count++) {
    const one = { count, index: -1, parts: Array.from({ length: 20 }, (_, part) => ({ part })) };
    const gone = here[count % 64];
    here[count % 64] = one;
    pending.add(one);
    if (gone) pending.remove(gone);
    if (count % 100 === 0) most = Math.max(most, oldBytes() - before);
  }
  console.log(most);
`;

test('completed requests do not reach the old generation', () => {
  const flags = ['--max-semi-space-size=4', '--expose-gc', '--input-type=module'];
  const left = Number(
    execFileSync(process.execPath, [...flags, '--eval', passage], { timeout: 120_000 }),
  );
  assert.ok(left < 3_000_000, `${left} bytes`);
});
