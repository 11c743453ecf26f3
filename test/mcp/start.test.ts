// Start and end of `vakwerk mcp`: standard output carries nothing but the protocol.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { commandLine } from '../support/command-line.ts';
import { root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';
import { revokeKey } from '../support/stored-keys.ts';

const server = await sharedServer();

let stranger: Server;
const addresses = { vakwerk: '', notFound: '', otherJson: '', nobody: 'http://127.0.0.1:9' };
const keys = { good: '', revoked: '', useless: '', mistyped: '' };

before(async () => {
  // Another service, which responds to the key check in its own way.
  stranger = createServer((request, response) => {
    const isJson = request.url!.startsWith('/json/');
    response.writeHead(isJson ? 200 : 404).end(isJson ? '{"hello":"world"}' : '<html>');
  }).listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const other = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  Object.assign(addresses, {
    vakwerk: server.url,
    notFound: other,
    otherJson: `${other}/json`,
  });
  keys.good = await server.createKey();
  keys.useless = await server.createKey({ scopes: ['addresses:read'] });
  keys.revoked = await server.createKey();
  keys.mistyped = keys.good.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
  await revokeKey(server, keys.revoked);
});
after(async () => {
  stranger?.close();
});

const refused = 1;
const misused = 2;
const starts: [
  what: string,
  key: keyof typeof keys | null,
  url: keyof typeof addresses | null,
  code: number,
  stderr: RegExp,
][] = [
  ['without a key', null, 'vakwerk', misused, /needs an API key in VAKWERK_API_KEY/],
  ['without an address', 'good', null, misused, /needs --url <address> or VAKWERK_URL/],
  ['a mistyped key', 'mistyped', 'vakwerk', refused, /refuses the key in VAKWERK_API_KEY: 401/],
  ['a revoked key', 'revoked', 'vakwerk', refused, /refuses the key in VAKWERK_API_KEY: 401/],
  ['a key for nothing here', 'useless', 'vakwerk', refused, /no tool .*: addresses:read$/m],
  ['nobody there', 'good', 'nobody', refused, /127.0.0.1:9 did not answer for the key/],
  ['another service', 'good', 'notFound', refused, /is not a Vakwerk service, or is older/],
  ['another service with JSON', 'good', 'otherJson', refused, /is not a Vakwerk service/],
];
for (const [what, key, url, code, stderr] of starts) {
  test(`does not start: ${what}`, async () => {
    const env = {
      ...(key && { VAKWERK_API_KEY: keys[key] }),
      ...(url && { VAKWERK_URL: addresses[url] }),
    };
    assertRefused(await commandLine('/nowhere/at-all', env)('mcp'), code, stderr);
  });
}

const misuses: [what: string, words: string[], key: string, stderr: RegExp][] = [
  ['an address without a scheme', ['--url', 'leads.example.com'], 'vk_x', /begins with https:\/\//],
  ['a key of two lines', ['--url', 'http://127.0.0.1:9'], 'vk_x\nvk_y', /without spaces/],
];
for (const [what, words, key, stderr] of misuses) {
  test(`is misused: ${what}`, async () => {
    const run = commandLine('/nowhere/at-all', { VAKWERK_API_KEY: key });
    assertRefused(await run('mcp', ...words), misused, stderr);
  });
}

test('exits when its input ends, and has printed nothing but the protocol', async () => {
  const { child, stdout } = start(keys.good, server.url);
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params };
  child.stdin.write(`${JSON.stringify(initialize)}\nno JSON\n`);
  const [answer] = (await once(child.stdout, 'data')) as [Buffer];
  assert.equal(JSON.parse(answer.toString()).result.serverInfo.name, 'vakwerk');
  child.stdin.end();
  await once(child, 'exit');
  assert.equal(child.exitCode, 0);
  for (const line of (await stdout).trim().split('\n'))
    assert.equal(JSON.parse(line).jsonrpc, '2.0');
});

test('exits immediately when its input has already ended', async () => {
  const { child, stdout } = start(keys.good, server.url);
  child.stdin.end();
  await once(child, 'exit');
  assert.deepEqual([child.exitCode, await stdout], [0, '']);
});

function start(key: string, url: string) {
  const child = spawn(process.execPath, ['cli/vakwerk.js', 'mcp'], {
    cwd: root,
    env: { PATH: process.env['PATH'], VAKWERK_API_KEY: key, VAKWERK_URL: url },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  return { child, stdout: text(child.stdout) };
}

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

function assertRefused({ code, stdout, stderr }: Ended, expected: number, reason: RegExp): void {
  assert.deepEqual([code, stdout], [expected, '']);
  assert.match(stderr, /^vakwerk: [^\n]+\n$/);
  assert.match(stderr, reason);
  assert.doesNotMatch(stderr, /vk_\w/);
}
