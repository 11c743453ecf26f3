// Files with personal data are readable by their owner only, whichever command creates them.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { after, test } from 'node:test';
import { databaseFileIn } from '#server/data-folder.ts';
import { call, createLead } from '../support/call.ts';
import { commandProcess, temporaryFolder } from '../support/command-line.ts';
import { needs } from '../support/needs.ts';
import { startServer } from '../support/server.ts';

const folder = temporaryFolder();
after(() => folder.remove());
// The usual umask: others may read.
process.umask(0o022);
const options = { skip: process.platform === 'win32' && needs('file modes') };
const someoneElse = 65_534;

const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test('a database created by the command line, also in a public folder', options, async () => {
  const dataDir = folder.file('made');
  mkdirSync(dataDir);
  await commandProcess(dataDir).json('migrate');
  assert.equal(modeOf(databaseFileIn(dataDir)), '600');
});

test(
  'a database that was open to others is closed to them by the next start',
  options,
  async () => {
    const dataDir = folder.file('opened');
    const first = await startServer({ dataDir });
    const key = await first.createKey();
    await createLead(first, key);
    // Leaves the write-ahead log behind.
    await first.stop('SIGKILL');
    const files = ['', '-wal', '-shm'].map((suffix) => first.databaseFile + suffix);
    for (const file of files) chmodSync(file, 0o644);
    const second = await startServer({ dataDir });
    try {
      for (const file of files) assert.equal(modeOf(file), '600', file);
      assert.equal((await call(second, '/v1/api/leads', { key })).body.data.length, 1);
    } finally {
      await second.stop();
    }
  },
);

test('another user’s database keeps its mode', options, async (t) => {
  if (process.getuid!() !== 0) return t.skip(needs('root'));
  const dataDir = folder.file('given');
  const file = databaseFileIn(dataDir);
  await commandProcess(dataDir).json('migrate');
  chownSync(file, someoneElse, someoneElse);
  chmodSync(file, 0o640);
  const server = await startServer({ dataDir });
  await server.stop();
  assert.equal(modeOf(file), '640');
});
