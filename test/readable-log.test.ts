// The log for people: its fields, its colours, and no secrets of a path.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { call } from './support/call.ts';
import { needs } from './support/needs.ts';
import { root } from './support/project-files.ts';
import { startServer, type TestServer } from './support/server.ts';
import { eventually } from './support/within.ts';

const escape = '\u001b';
const logging = `
  import { openLog } from '#server/server-log.ts';
  const { logger, ...log } = openLog('info', process.env.LOG_FORMAT || null);
  const request = { requestId: 'id-1', method: 'GET', route: '/v1/api/leads', ms: 1.5, keyId: 'key-1', memberId: null };
  for (const status of [200, 404, 503]) log.request({ ...request, status });
  for (const status of [200, 304, 404]) log.request({ ...request, route: '/assets/*', status });
  logger.info({ signal: 'SIGTERM' }, 'closing');
  logger.warn('the disk is nearly full');
  logger.error({ err: new Error('it broke\\u001b[2J') }, 'the work failed');
  logger.debug('too little to tell');
`;
const nodeArguments = ['--input-type=module-typescript', '--eval', logging];

function linesWith(env: Record<string, string>, command = [process.execPath, ...nodeArguments]) {
  const [program, ...args] = command;
  const { stdout, stderr, status } = spawnSync(program!, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout.trimEnd().split(/\r?\n/);
}

const plain = linesWith({ LOG_FORMAT: 'text' });

test('a line has the time, method, route, status and milliseconds; an error has its stack; files of the web app have none', () => {
  const texts = plain.map((line) => line.replace(/^\d\d:\d\d:\d\d /, ''));
  assert.deepEqual(texts.slice(0, 8), [
    'GET    /v1/api/leads 200 1.5 ms',
    'GET    /v1/api/leads 404 1.5 ms',
    'GET    /v1/api/leads 503 1.5 ms id-1',
    'GET    /assets/* 404 1.5 ms',
    'closing signal=SIGTERM',
    'WARN the disk is nearly full',
    'ERROR the work failed',
    // Escape sequences are escaped, so no caller can clear the screen.
    '    Error: it broke\\u001b[2J',
  ]);
  assert.match(texts[8]!, /^ {8}at /);
  assert.equal(plain.filter((line) => /^\d\d:\d\d:\d\d /.test(line)).length, 7);
});

test('warnings and errors are coloured where colour is wanted', () => {
  const coloured = linesWith({ LOG_FORMAT: 'text', FORCE_COLOR: '1' });
  const colours = coloured.slice(0, 7).map((line) => /m .*?\[(\d+)m/.exec(line)?.[1] ?? '');
  assert.deepEqual(colours, ['', '33', '31', '33', '', '33', '31']);
  assert.ok(!plain.join('').includes(escape));
});

describe('in a terminal', { skip: !hasScript() && needs('script') }, () => {
  const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
  const command = [process.execPath, ...nodeArguments].map(quote).join(' ');
  const terminal = (env: Record<string, string>) =>
    linesWith({ TERM: 'xterm', ...env }, inTerminal(command));

  test('lines are readable and coloured', () => {
    const [, warning] = terminal({});
    assert.match(warning!, /404 1\.5 ms/);
    assert.ok(warning!.includes(`${escape}[33m`));
  });

  test('NO_COLOR and LOG_FORMAT=json are respected', () => {
    assert.ok(!terminal({ NO_COLOR: '1' }).join('').includes(escape));
    assert.equal(JSON.parse(terminal({ LOG_FORMAT: 'json' })[1]!).status, 404);
  });
});

function inTerminal(command: string): string[] {
  return ['script', '-qec', command, '/dev/null'];
}

/** The one of util-linux: macOS and BusyBox take other options. */
function hasScript(): boolean {
  const [program, ...args] = inTerminal('exit 3');
  return spawnSync(program!, args).status === 3;
}

describe('of a server', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ env: { LOG_FORMAT: 'text', LOG_LEVEL: 'trace' } });
  });
  after(() => server?.stop());

  test('a path is shown as its route, without parameters', async () => {
    const token = 'Token'.padEnd(43, 'x');
    await call(server, `/v1/app/links/${token}?q=Query`);
    await call(server, `/Nothing/${token}`);
    const isShown = (line: RegExp) => eventually(async () => line.test(server.output()));
    await isShown(/GET {4}\/v1\/app\/links\/:token 4\d\d [\d.]+ ms/);
    await isShown(/GET {4}unknown 404 [\d.]+ ms/);
    assert.doesNotMatch(server.output(), /Token|Query|Nothing/);
  });
});
