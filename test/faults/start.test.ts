// A failing start prints one line with the reason; a successful one prints no secrets.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { databaseFileIn } from '#server/data-folder.ts';
import { call } from '../support/call.ts';
import { commandLine, temporaryFolder } from '../support/command-line.ts';
import { readCurlLine } from '../support/curl-line.ts';
import { type FailedStart, runToEnd, withoutPrivileges } from '../support/failed-start.ts';
import { needs } from '../support/needs.ts';
import { spoilRoot } from '../support/damage.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { setVersion } from '../support/set-version.ts';

const apiKey = /vk_[0-9A-Za-z]{38}/;

// On a busy machine a start takes long: what runs beside it, such as trying the sandbox, ends first.
const listenDelayMs = 1_500;
const lateListening = `data:text/javascript,${encodeURIComponent(`
  import { Server } from 'node:net';
  const { listen } = Server.prototype;
  Server.prototype.listen = function (...args) {
    setTimeout(() => listen.apply(this, args), ${listenDelayMs});
    return this;
  };
`)}`;

const folder = temporaryFolder();
// Used by the tests at the end, one after the other.
const used = folder.file('used');
after(() => folder.remove());

describe('invalid settings', () => {
  const cases: [name: string, ...values: string[]][] = [
    ['PORT', 'http', '65536', '-1', '80.5', '0x50', '3000 '],
    ['PUBLIC_URL', 'leads.example.com', 'ftp://a.example', 'https://a.example?x=1'],
    ['LOG_LEVEL', 'loud', 'INFO'],
    ['RATE_LIMIT_PER_MINUTE', 'many', '-5', '1e3'],
    [
      'TRUST_PROXY',
      'maybe',
      'yes',
      '0',
      '11',
      '10.0.0.300',
      '10.0.0.0/33',
      '10.0.0.1,,10.0.0.2',
      '::1/129',
      'constructor',
    ],
    ['INTAKE_QUEUE_MAX', '0', 'x'],
    ['DATABASE_WAIT_MS', '99', '60001'],
    ['SHUTDOWN_WAIT_MS', 'soon', '600001'],
  ];
  for (const [name, ...values] of cases) {
    test(`${name}: every wrong value is named`, () => {
      for (const value of values) {
        const expected = new RegExp(`^${name} .*got "${RegExp.escape(value)}"$`);
        assert.throws(() => readConfig({ [name]: value }), {
          name: 'ConfigError',
          message: expected,
        });
      }
    });
  }

  test('an invalid setting stops the start before anything is created', async () => {
    const dataDir = folder.file('wrong-setting');
    assertOneLine(
      await runToEnd({ dataDir, env: { SHUTDOWN_WAIT_MS: 'soon' } }),
      /SHUTDOWN_WAIT_MS/,
    );
    assert.ok(!existsSync(dataDir), 'something was made already');
  });

  test('TRUST_PROXY that trusts everybody: the message shows the right form', async () => {
    for (const value of ['true', '0.0.0.0/0', '10.0.0.1,::/0']) {
      assert.throws(() => readConfig({ TRUST_PROXY: value }), {
        name: 'ConfigError',
        message: /^TRUST_PROXY must not trust everybody, .*: write TRUST_PROXY=1 for one proxy/,
      });
    }
    const dataDir = folder.file('trusting');
    const failed = await runToEnd({ dataDir, env: { TRUST_PROXY: 'true' } });
    assertOneLine(failed, /write TRUST_PROXY=1 for one proxy in front .*, got "true"$/m);
  });

  test('the first owner: what is missing or wrong is named', async () => {
    const passwordFile = folder.file('owner-password');
    const email = 'owner@example.com';
    const wrong: [Record<string, string>, RegExp][] = [
      [{ VAKWERK_OWNER_EMAIL: email }, /OWNER_EMAIL needs VAKWERK_OWNER_PASSWORD_FILE/],
      [{ VAKWERK_OWNER_PASSWORD_FILE: passwordFile }, /PASSWORD_FILE needs VAKWERK_OWNER_EMAIL/],
      [ownerOf('owner', passwordFile), /VAKWERK_OWNER_EMAIL must be an e-mail address/],
    ];
    for (const [env, message] of wrong) {
      assert.throws(() => readConfig(env), { name: 'ConfigError', message });
    }
    const dataDir = folder.file('wrong-owner');
    const failedStart = () => runToEnd({ dataDir, env: ownerOf(email, passwordFile) });
    assertOneLine(await failedStart(), /VAKWERK_OWNER_PASSWORD_FILE cannot be read: ENOENT/);
    writeFileSync(passwordFile, 'too short\n');
    assertOneLine(await failedStart(), /VAKWERK_OWNER_PASSWORD_FILE .* at least 10 characters/);
    writeFileSync(passwordFile, email);
    assertOneLine(await failedStart(), /VAKWERK_OWNER_PASSWORD_FILE .* your e-mail address/);
  });

  test('PUBLIC_URL with credentials is refused without repeating them', () => {
    const parts = ['https://user@', 'https://user:secret@', 'https://:secret@', 'user:secret@'];
    for (const secret of [...parts, 'https://user:secret@ ']) {
      assert.throws(() => readConfig({ PUBLIC_URL: `${secret}a.example` }), {
        name: 'ConfigError',
        message: 'PUBLIC_URL must not contain a user name or password',
      });
    }
  });

  test('an address of another machine', async () => {
    const failed = await runToEnd({ dataDir: folder.file('host'), env: { HOST: '192.0.2.1' } });
    assertOneLine(failed, /HOST 192\.0\.2\.1/);
  });

  const databaseUrls = [
    'mysql://user:secret@127.0.0.1/vakwerk',
    'postgres://user:secret@127.0.0.1/',
    'user:secret@127.0.0.1',
  ];
  for (const url of databaseUrls) {
    test(`DATABASE_URL ${url}, whose password is not repeated`, () => {
      assert.throws(
        () => readConfig({ DATABASE_URL: url }),
        ({ name, message }: Error) =>
          name === 'ConfigError' &&
          message.startsWith('DATABASE_URL must be an address such as postgres:') &&
          !message.includes('secret'),
      );
    });
  }

  test('DATABASE_URL where nothing listens, whose password is not repeated', async () => {
    const dataDir = folder.file('database-url');
    const env = { DATABASE_URL: 'postgres://user:secret@127.0.0.1:9/vakwerk' };
    const failed = await runToEnd({ dataDir, env });
    assertOneLine(failed, /^vakwerk: the database cannot be reached: .*ECONNREFUSED/);
    assert.doesNotMatch(failed.stderr, /secret/);
  });
});

describe('an unusable data folder', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ dataDir: folder.file('in-use') });
  });
  after(() => server?.stop());

  test('is in use by another server, which keeps running', async () => {
    const failed = await runToEnd({ dataDir: server.dataDir });
    assertOneLine(failed, /another server is using .*in-use/);
    assert.equal((await call(server, '/readyz')).status, 200);
  });

  test('is a file', async () => {
    writeFileSync(folder.file('a-file'), '');
    assertOneLine(await runToEnd({ dataDir: folder.file('a-file') }), /DATA_DIR .*a-file/);
  });

  test('is not writable', async (t) => {
    const dataDir = folder.file('read-only');
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o555);
    chmodSync(folder.path, 0o755);
    const wrapper = withoutPrivileges();
    if (!wrapper) return t.skip(needs('setpriv'));
    const failed = await runToEnd({ dataDir, wrapper });
    assertOneLine(failed, /DATA_DIR .*read-only/);
  });
});

test('a port in use is named, and only the first successful start shows the key', async (t) => {
  const occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  t.after(() => occupant.close());
  const { port } = occupant.address() as AddressInfo;
  for (const env of [{}, { NODE_OPTIONS: `--import=${lateListening}` }]) {
    const failed = await runToEnd({ dataDir: used, env: { ...env, PORT: String(port) } });
    assertOneLine(failed, new RegExp(`PORT ${port}: it is in use; .* set another PORT$`, 'm'));
  }

  const first = await startServer({ dataDir: used });
  t.after(() => first.stop());
  const [key] = apiKey.exec(first.output())!;
  assert.equal((await call(first, '/v1/api/leads', { key })).status, 200);
  const [line] = /curl (?:.*\\\n)*.*/.exec(first.output())!;
  const { url, body = null, ...shown } = readCurlLine(line.replaceAll('\\\n', ''), {});
  assert.equal((await fetch(url, { ...shown, body })).status, 201);
  await first.stop();

  const second = await startServer({ dataDir: used });
  await second.stop();
  assert.doesNotMatch(second.output(), apiKey);
  assert.doesNotMatch(second.output(), /curl/);
});

test('a write-ahead log without its database is left alone', async () => {
  const dataDir = folder.file('log-only');
  mkdirSync(dataDir);
  const log = `${databaseFileIn(dataDir)}-wal`;
  writeFileSync(log, Buffer.alloc(100_000, 1));
  assertOneLine(await runToEnd({ dataDir }), /vakwerk\.sqlite is missing .*100000 bytes/);
  assert.ok(!existsSync(databaseFileIn(dataDir)), 'it was begun anew');
  assert.equal(readFileSync(log).length, 100_000);
  const { code, stderr } = await commandLine(dataDir)('migrate');
  assert.equal(code, 1);
  assert.match(stderr, /vakwerk\.sqlite is missing/);
});

test('a database of another program is left alone', async () => {
  const dataDir = folder.file('foreign');
  mkdirSync(dataDir);
  const file = databaseFileIn(dataDir);
  const handle = new DatabaseSync(file);
  handle.exec('pragma application_id = 77; create table recipes (name text)');
  handle.close();
  const before = readFileSync(file);
  const saying = /SQLite file of another program \(application_id 77, tables: recipes\)/;
  assertOneLine(await runToEnd({ dataDir }), saying);
  assert.match((await commandLine(dataDir)('migrate')).stderr, saying);
  assert.match((await commandLine(dataDir)('doctor')).stdout, saying);
  assert.ok(readFileSync(file).equals(before));
});

test('a truncated database is not written to', async () => {
  const dataDir = folder.file('cut-off');
  mkdirSync(dataDir);
  const file = databaseFileIn(dataDir);
  writeFileSync(file, readFileSync(databaseFileIn(used)).subarray(0, 40 * 4096));
  assertOneLine(await runToEnd({ dataDir }), /is damaged \(.*\): restore a backup/);
  assert.equal(readFileSync(file).length, 40 * 4096);
});

test('damage found by a migration is reported in the same words', async () => {
  const dataDir = folder.file('spoiled');
  cpSync(used, dataDir, { recursive: true });
  spoilRoot(databaseFileIn(dataDir), 'work_items');
  assertOneLine(await runToEnd({ dataDir }), /is damaged \(.*\): restore a backup/);
});

test('a database of a newer program is refused and left alone', async () => {
  const databaseFile = databaseFileIn(used);
  setVersion(databaseFile, 99);
  const before = readFileSync(databaseFile);
  assertOneLine(await runToEnd({ dataDir: used }), /database has version 99 .* newer program/);
  assert.ok(readFileSync(databaseFile).equals(before));
});

function ownerOf(email: string, passwordFile: string): Record<string, string> {
  return { VAKWERK_OWNER_EMAIL: email, VAKWERK_OWNER_PASSWORD_FILE: passwordFile };
}

function assertOneLine({ code, stdout, stderr }: FailedStart, saying: RegExp): void {
  assert.equal(code, 1, stdout + stderr);
  assert.equal(stdout, '');
  assert.match(stderr, /^vakwerk: [^\n]+\n$/);
  assert.match(stderr, saying);
}
