import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { whyNoSandbox } from '#pictures/confinement.ts';
import { checkNode, checkSqlite } from '../../cli/doctor/check-versions.ts';
import { judgeFreeSpace } from '../../cli/doctor/check-data-folder.ts';
import type { Check } from '../../cli/doctor/check.ts';
import { createLead } from '../support/call.ts';
import {
  commandLine,
  commandProcess,
  readOnlyJson,
  temporaryFolder,
} from '../support/command-line.ts';
import { damage } from '../support/damage.ts';
import { setVersion } from '../support/set-version.ts';
import { startServer } from '../support/server.ts';

const folder = temporaryFolder();
const backup = folder.file('sound.backup');
after(() => folder.remove());

async function examine(dataDir: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await commandLine(dataDir, env)('doctor', '--json');
  assert.equal(stderr, '');
  const { status, checks }: { status: string; checks: Check[] } = readOnlyJson(stdout);
  return { code, status, checks, check: (name: string) => checks.find((c) => c.name === name) };
}

before(async () => {
  const dataDir = folder.file('running');
  mkdirSync(dataDir, { mode: 0o700 });
  const server = await startServer({ dataDir });
  try {
    const key = await server.createKey();
    for (let n = 0; n < 50; n++) await createLead(server, key, { notes: 'x'.repeat(2_000) });
    await commandLine(dataDir).json('backup', backup);

    const beside = await examine(dataDir);
    assert.equal(beside.code, 0);
    assert.equal(beside.check('database')?.status, 'ok');
    assert.equal(beside.check('server')?.found, 'running on this data folder');
    assert.equal((await createLead(server, key)).status, 201);
  } finally {
    await server.stop();
  }
});

async function installation(name: string): Promise<{ dataDir: string; database: string }> {
  const dataDir = folder.file(name);
  await commandLine(dataDir).json('restore', backup);
  return { dataDir, database: join(dataDir, 'vakwerk.sqlite') };
}

test('a healthy installation is reported, and nothing is changed', async () => {
  const { dataDir, database } = await installation('sound');
  const before = hash('sha256', readFileSync(database));
  const { code, stdout, stderr } = await commandProcess(dataDir)('doctor');
  assert.deepEqual([code, stderr], [0, '']);
  for (const line of [
    /^ok +program +Vakwerk \d+\.\d+\.\d+/m,
    /^ok +node +Node 26\./m,
    /^ok +sqlite +SQLite 3\./m,
    /^ok +settings +valid; the data is in /m,
    /^ok +data folder /m,
    // The amount of free space depends on the machine.
    /^(?:ok|warning) +free space +\d+ MiB free/m,
    /^ok +server +not running$/m,
    /^ok +database +sound/m,
    /^ok +database version +\d+$/m,
    /^(?:All checks passed|It works, but see the warnings)\.$/m,
  ]) {
    assert.match(stdout, line);
  }
  assert.equal(hash('sha256', readFileSync(database)), before);
});

const troubles: [
  name: string,
  cause: (database: string, dataDir: string) => void,
  expected: { check: string; status: Check['status']; found: RegExp; fix: RegExp },
][] = [
  [
    'damaged in the middle',
    damage,
    { check: 'database', status: 'failed', found: /./, fix: /restore the last good backup/ },
  ],
  [
    'no database',
    (database) => writeFileSync(database, 'no database '.repeat(1_000)),
    { check: 'database', status: 'failed', found: /not a database/, fix: /restore/ },
  ],
  [
    'a reference that leads nowhere',
    breakReference,
    { check: 'database', status: 'failed', found: /foreign key of api_keys/, fix: /restore/ },
  ],
  [
    'an older database',
    (database) => setVersion(database, 0),
    { check: 'database version', status: 'warning', found: /^0; this/, fix: /migrate/ },
  ],
];
if (process.platform !== 'win32') {
  troubles.push([
    'a folder open to all',
    (_, dataDir) => chmodSync(dataDir, 0o755),
    { check: 'data folder', status: 'warning', found: /open to other users/, fix: /chmod 700/ },
  ]);
}

function breakReference(file: string): void {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(`update api_keys set brand_id = 'nowhere'`);
  database.close();
}

describe('problems are found, with their remedies', () => {
  for (const [name, cause, expected] of troubles) {
    test(name, async () => {
      const { dataDir, database } = await installation(name);
      cause(database, dataDir);
      const { code, status, check } = await examine(dataDir);
      const found = check(expected.check);
      assert.equal(found?.status, expected.status);
      assert.match(found.found, expected.found);
      assert.match(found.fix ?? '', expected.fix);
      assert.deepEqual([code, status], [expected.status === 'failed' ? 1 : 0, expected.status]);
    });
  }

  test('also as text', async () => {
    const { dataDir, database } = await installation('in words');
    damage(database);
    const { code, stdout, stderr } = await commandLine(dataDir)('doctor');
    assert.match(stdout, /^failed +database .+\n +→ stop the server, and restore .+$/m);
    assert.match(stdout, /\nSome checks failed: see above\.\n$/);
    assert.deepEqual([code, stderr], [1, '']);
  });

  test('a wrong setting', async () => {
    const { code, check } = await examine(folder.path, { PORT: 'many' });
    assert.equal(code, 1);
    assert.match(check('settings')?.found ?? '', /PORT must be a whole number/);
    assert.match(check('settings')?.fix ?? '', /docs\/settings\.md/);
  });

  test('no database yet', async () => {
    const { code, status, check } = await examine(folder.file('not-there'));
    assert.deepEqual([code, status], [0, 'warning']);
    assert.match(check('data folder')?.found ?? '', /does not exist/);
  });
});

const mebibyte = 1024 * 1024;
const judgements: [Check, Check['status']][] = [
  [judgeFreeSpace(10 * mebibyte, 0), 'failed'],
  [judgeFreeSpace(500 * mebibyte, 0), 'warning'],
  [judgeFreeSpace(2_000 * mebibyte, 3_000 * mebibyte), 'warning'],
  [judgeFreeSpace(4_000 * mebibyte, 3_000 * mebibyte), 'ok'],
  [checkNode('24.9.0'), 'failed'],
  [checkNode('26.0.0'), 'ok'],
  [checkSqlite('3.50.10'), 'failed'],
  [checkSqlite('3.51.3'), 'ok'],
];

test('free space and versions are checked', () => {
  for (const [check, status] of judgements) assert.equal(check.status, status, check.found);
});

describe('pictures', () => {
  test('a missing folder is not created', async () => {
    const { dataDir } = await installation('no-pictures');
    const { check } = await examine(dataDir);
    assert.deepEqual(check('pictures'), {
      name: 'pictures',
      status: 'ok',
      found: `none yet in ${join(dataDir, 'assets')}`,
      fix: null,
    });
    assert.equal(existsSync(join(dataDir, 'assets')), false);
  });

  test('a usable folder', async () => {
    const { dataDir } = await installation('pictures');
    mkdirSync(join(dataDir, 'assets'));
    const { check } = await examine(dataDir);
    assert.equal(check('pictures')?.found, `stored in ${join(dataDir, 'assets')}`);
    const reason = await whyNoSandbox();
    const sandbox = reason === null ? 'pictures are decoded in a sandbox' : reason;
    assert.ok(check('picture sandbox')?.found.includes(sandbox), sandbox);
  });

  test('a file in place of the folder', async () => {
    const { dataDir } = await installation('blocked');
    writeFileSync(join(dataDir, 'assets'), '');
    const { code, check } = await examine(dataDir);
    assert.equal(code, 1);
    assert.equal(check('pictures')?.status, 'failed');
  });

  test('an unreachable bucket', async () => {
    const { dataDir } = await installation('bucket');
    const { code, check } = await examine(dataDir, {
      ASSETS_URL: 's3://pictures',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'very-secret',
    });
    assert.equal(code, 1);
    const found = check('pictures');
    assert.equal(found?.status, 'failed');
    assert.match(found.found, /^cannot be stored in the bucket pictures \(/);
    assert.doesNotMatch(JSON.stringify(found), /very-secret/);
  });
});
