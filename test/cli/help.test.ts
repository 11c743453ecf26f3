import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { commandLine, commandProcess } from '../support/command-line.ts';

// A data folder that does not exist: help needs none.
const vakwerk = commandLine('/nowhere/at-all');

const commands = [
  'brands create',
  'brands list',
  'brands zone',
  'brands empty-test-side',
  'keys create',
  'keys list',
  'keys revoke',
  'keys rotate',
  'members link',
  'members list',
  'members remove',
  'members forget',
  'members password-link',
  'calendar create',
  'calendar list',
  'calendar revoke',
  'channels create',
  'channels list',
  'channels change',
  'channels rerun',
  'channels remove',
  'backup',
  'restore',
  'move',
  'migrate',
  'doctor',
  'places load',
  'listen',
  'mcp',
];
// Its output is a protocol.
const withoutJson = new Set(['mcp']);

test('--help lists every command', async () => {
  const { code, stdout, stderr } = await commandProcess('/nowhere/at-all')('--help');
  assert.deepEqual([code, stderr], [0, '']);
  const listed = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z-]+)?) {2,}\S/gm)].map(
    ([, name]) => name,
  );
  assert.deepEqual(listed, commands);
});

test('the help of a group lists the commands of the group', async () => {
  const { code, stdout } = await vakwerk('keys', '--help');
  assert.equal(code, 0);
  assert.match(stdout, /keys rotate/);
  assert.doesNotMatch(stdout, /brands/);
});

describe('each command explains itself', () => {
  for (const command of commands) {
    test(command, async () => {
      const { code, stdout, stderr } = await vakwerk(...command.split(' '), '--help');
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, new RegExp(`^Usage: npm run -s vakwerk -- ${command} .*\n`));
      const takesJson = !withoutJson.has(command);
      assert.equal(/^Usage: .* \[--json\]\n/.test(stdout), takesJson);
      assert.equal(
        /\n {2}--json +print (one JSON object|a JSON object per line)\n$/.test(stdout),
        takesJson,
      );
    });
  }
});

test('the docs cover each command', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
  const titles = [...page.matchAll(/^### `([^`]+)`$/gm)].map(([, title]) => title);
  assert.deepEqual(titles, commands);
});
