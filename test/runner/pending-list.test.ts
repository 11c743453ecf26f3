// Who has gone leaves nothing behind: all that came and went would have to be looked through again and again.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { type PendingEntry, PendingList, notQueued } from '#runner/pending-list.ts';

test('they are there from when they come until they leave', () => {
  const arrivals = new PendingList<PendingEntry & { id: number }>();
  const all = Array.from({ length: 5 }, (_, id) => ({ id, index: notQueued }));
  const here = () => arrivals.all().map(({ id }) => id);
  for (const one of all) arrivals.add(one);
  for (const id of [0, 0, 3, 4, 4]) arrivals.remove(all[id]!);
  assert.deepEqual(here().toSorted(), [1, 2]);
  assert.equal(arrivals.count, 2);
  assert.equal(
    arrivals.find(({ id }) => id === 2),
    all[2],
  );
  assert.equal(
    arrivals.find(({ id }) => id === 3),
    undefined,
  );
  for (const id of [2, 1]) arrivals.remove(all[id]!);
  assert.deepEqual(here(), []);
  arrivals.add(all[3]!);
  assert.deepEqual(here(), [3]);
});

// Of a hundred thousand, 64 at a time, a kilobyte each; the old objects that they leave are counted in a process of its own, where
// nothing else is. With a Set these are 26 MB.
const passage = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { PendingList } from ${JSON.stringify(new URL('../../server/runner/pending-list.ts', import.meta.url).href)};
  const oldBytes = () => getHeapSpaceStatistics()
    .filter(({ space_name: name }) => /^(old|large)/.test(name))
    .reduce((sum, { space_used_size: size }) => sum + size, 0);
  const arrivals = new PendingList();
  const here = new Array(64).fill(null);
  // What is there now counts as old from here on.
  gc();
  const before = oldBytes();
  let most = 0;
  for (let count = 0; count < 100_000; count++) {
    const one = { count, index: -1, parts: Array.from({ length: 20 }, (_, part) => ({ part })) };
    const gone = here[count % 64];
    here[count % 64] = one;
    arrivals.add(one);
    if (gone) arrivals.remove(gone);
    if (count % 100 === 0) most = Math.max(most, oldBytes() - before);
  }
  console.log(most);
`;

test('those who are gone do not become old objects', () => {
  const flags = ['--max-semi-space-size=4', '--expose-gc', '--input-type=module'];
  const left = Number(
    execFileSync(process.execPath, [...flags, '--eval', passage], { timeout: 120_000 }),
  );
  assert.ok(left < 3_000_000, `${left} bytes`);
});
