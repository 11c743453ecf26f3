import assert from 'node:assert/strict';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createLead, listAll } from '../support/call.ts';
import {
  type CommandLine,
  commandLine,
  commandProcess,
  temporaryFolder,
} from '../support/command-line.ts';
import { damage } from '../support/damage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

const folder = temporaryFolder();
let server: TestServer;
let vakwerk: CommandLine;

before(async () => {
  server = await startServer({ dataDir: folder.file('data') });
  vakwerk = commandLine(server.dataDir);
});
after(async () => {
  await server?.stop();
  folder.remove();
});

const writersAtOnce = 16;
const leadsBeforeBackup = 500;

test('a backup under write load has every lead acknowledged before it began', async () => {
  const key = await server.createKey();
  const acknowledged: string[] = [];
  const load = { isOver: false };
  const write = async () => {
    while (!load.isOver) {
      const { status, body } = await createLead(server, key, { description: 'x'.repeat(500) });
      assert.equal(status, 201);
      acknowledged.push(body.id);
    }
  };
  const writers = Array.from({ length: writersAtOnce }, write);
  const loaded = Promise.all(writers);
  const enough = eventually(async () => acknowledged.length >= leadsBeforeBackup);
  await Promise.race([loaded, enough]);

  const before = acknowledged.slice();
  const made = await commandProcess(server.dataDir).json('backup', folder.file('loaded.backup'));
  const during = acknowledged.length - before.length;
  load.isOver = true;
  await loaded;
  assert.ok(during > 0, 'leads came in while the backup was made');
  assert.equal(made.file, folder.file('loaded.backup'));
  assert.equal(made.sizeBytes, statSync(made.file).size);

  const restored = folder.file('restored');
  const answer = await commandProcess(restored).json('restore', made.file);
  assert.deepEqual([answer.keptAs, answer.version], [null, made.version]);
  const second = await startServer({ dataDir: restored });
  try {
    const leads = await listAll(second, key, '/v1/api/leads?limit=200');
    const ids = new Set(leads.map(({ id }) => id));
    assert.deepEqual(
      before.filter((id) => !ids.has(id)),
      [],
    );
    assert.ok(ids.size < acknowledged.length, 'and it is a picture of one moment');
    assert.equal((await createLead(second, key)).status, 201);
  } finally {
    await second.stop();
  }
});

describe('the file', () => {
  test('is self-contained and private', async () => {
    const inside = folder.file('inside');
    mkdirSync(inside);
    const { stdout, stderr, code } = await vakwerk('backup', join(inside, 'a.backup'));
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^Backed up .+ to .+a\.backup \(\d+ bytes, checked\)\n$/);
    assert.deepEqual(readdirSync(inside), ['a.backup']);
    if (process.platform !== 'win32') {
      assert.equal(statSync(join(inside, 'a.backup')).mode & 0o777, 0o600);
    }
  });

  test('is overwritten only on request', async () => {
    const file = folder.file('precious');
    writeFileSync(file, 'precious');
    const refused = await vakwerk('backup', file);
    assert.match(refused.stderr, /already exists: choose another name, or replace it with --force/);
    assert.deepEqual([refused.code, readFileSync(file, 'utf8')], [1, 'precious']);

    await vakwerk.json('backup', file, '--force');
    assert.match(readFileSync(file, 'latin1'), /^SQLite format 3/);
  });

  test("is never one of the server's own, whatever its name", async () => {
    symlinkSync(server.databaseFile, folder.file('symbolic-link'));
    symlinkSync(server.dataDir, folder.file('folder-link'));
    linkSync(server.databaseFile, folder.file('hard-link'));
    const own = [
      server.databaseFile,
      `${server.databaseFile}-wal`,
      join(server.dataDir, 'server.lock'),
      folder.file('symbolic-link'),
      folder.file('hard-link'),
      join(folder.file('folder-link'), 'vakwerk.sqlite-shm'),
    ];
    for (const file of own) {
      const { code, stderr } = await vakwerk('backup', file, '--force');
      assert.match(stderr, /is one of the server's own files/, file);
      assert.equal(code, 1);
    }
  });
});

test('a damaged database makes no backup, and keeps the last good one', async () => {
  const data = folder.file('damaged');
  const target = folder.file('good-target');
  mkdirSync(target);
  const good = join(target, 'good.backup');
  await vakwerk.json('backup', good);
  await commandLine(data).json('restore', good);
  damage(join(data, 'vakwerk.sqlite'));
  const bytes = readFileSync(good);
  const { code, stdout, stderr } = await commandLine(data)('backup', good, '--force');
  assert.match(stderr, /^vakwerk: .+ is damaged: .+\n$/);
  assert.deepEqual([code, stdout], [1, '']);
  assert.ok(bytes.equals(readFileSync(good)));
  assert.deepEqual(readdirSync(target), ['good.backup']);
});
