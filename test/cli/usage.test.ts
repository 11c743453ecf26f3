// Every command exits with 2 when it is misused, before it touches a database, and says so in JSON
// with --json.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type Command } from '../../cli/command.ts';
import { commandList } from '../../cli/command-list.ts';
import { commandLine, commandProcess, readOnlyJson } from '../support/command-line.ts';
import { root } from '../support/project-files.ts';

// There is no database: a command that opened one would exit with 1.
const vakwerk = commandLine('/nowhere/at-all', {
  VAKWERK_URL: 'http://127.0.0.1:9',
  VAKWERK_API_KEY: 'vk_none',
});
const misused = 2;
const failed = 1;

/** A valid value for each required option. */
const values: Record<string, string> = {
  brand: '00000000-0000-7000-8000-000000000000',
  email: 'jan@example.com',
  'forward-to': 'http://127.0.0.1:9',
  from: '/nowhere/at-all',
  name: 'Name',
  scopes: 'full',
  type: 'form',
  zone: 'Europe/Amsterdam',
};

const badSettings = {
  name: ['x'.repeat(201)],
  origin: ['example.com', 'https://example.com/path'],
  map: ['/nowhere/map.json', import.meta.filename],
  'thanks-url': ['javascript:alert(1)', '/thanks'],
  portal: ['nobody'],
};

/** Values that each command refuses, by option. */
const badValues: Record<string, Record<string, string[]>> = {
  'brands create': { name: ['x'.repeat(201)], country: ['XX', 'Nederland'] },
  'brands zone': { zone: ['Middle/Earth'] },
  'keys create': {
    scopes: ['leads:wrte', 'full,'],
    name: ['x'.repeat(201)],
    expires: ['soon', '2027-02-30'],
  },
  'keys rotate': { overlap: ['1w', '-1h', '900d'] },
  'members link': { email: ['jan'], role: ['boss', 'member'] },
  'members remove': { revoke: ['all,none'] },
  'members password-link': { email: ['jan'] },
  'calendar create': { name: ['x'.repeat(201)] },
  'channels create': {
    type: ['site'],
    ...badSettings,
    portal: [...badSettings.portal, 'typeform'],
    secret: ['only for a hook'],
    'mailbox-url': ['imaps://jan:x@mail.example.com', 'http://jan@mail.example.com'],
  },
  'channels change': {
    ...badSettings,
    secret: ['x'.repeat(201)],
    'mailbox-url': ['http://jan@mail.example.com', 'imaps://mail.example.com'],
  },
  move: { to: ['mysql://root@localhost/vakwerk'] },
  'places load': { country: ['Nederland'] },
  listen: {
    'forward-to': ['8081', '127.0.0.1:8081', 'ftp://127.0.0.1', 'http://a:b@127.0.0.1'],
    url: ['leads.example.com'],
    types: ['lead.made', 'lead.created,'],
    after: ['latest', '-1', '1'.repeat(16)],
    secret: ['hush', 'whsec_', 'whsec_QUJD', 'whsec_!!'],
  },
  mcp: { url: ['leads.example.com', 'ftp://leads.example.com', 'https://a:b@leads.example.com'] },
};
// Options that take any text: an id that may not exist, a file.
const anyText = new Set(['brand', 'from']);

/** The words of a valid use, without this option. */
function wordsOf({ options, argument }: Command, without?: string): string[] {
  const required = Object.entries(options).filter(([, { required }]) => required);
  return [
    ...(argument ? ['some-id'] : []),
    ...required
      .filter(([name]) => name !== without)
      .flatMap(([name]) => [`--${name}`, values[name]!]),
  ];
}

async function assertMisused(words: string[], complaint: RegExp): Promise<void> {
  const plain = await vakwerk(...words);
  assert.deepEqual([plain.code, plain.stdout], [misused, ''], plain.stderr);
  assert.match(plain.stderr, /^vakwerk: .+\n$/);
  assert.match(plain.stderr, complaint);
  const json = await vakwerk(...words, '--json');
  assert.deepEqual([json.code, json.stdout], [misused, ''], json.stderr);
  const { error, message, ...rest } = readOnlyJson(json.stderr);
  assert.deepEqual([error, rest], ['usage', {}]);
  assert.equal(typeof message, 'string');
}

for (const [name, { load }] of Object.entries(commandList)) {
  describe(name, async () => {
    const command = await load();
    const parts = name.split(' ');
    const valid = wordsOf(command);

    test('an unknown option', () =>
      assertMisused([...parts, ...valid, '--colour', 'red'], /has no option --colour/));

    test('an argument too many', () =>
      assertMisused([...parts, ...valid, 'another'], /takes (no argument|one <)/));

    if (command.argument) {
      test('a missing argument', () => assertMisused([...parts, ...valid.slice(1)], /needs </));
    }

    for (const [option, { value, required }] of Object.entries(command.options)) {
      const others = wordsOf(command, option);
      if (required) {
        test(`without --${option}`, () =>
          assertMisused([...parts, ...others], new RegExp(`needs --${option}`)));
      }
      if (value === undefined) {
        test(`--${option} with a value`, () =>
          assertMisused([...parts, ...others, `--${option}=yes`], /takes no value/));
        continue;
      }
      test(`--${option} without a value`, () =>
        assertMisused([...parts, ...others, `--${option}`], /needs a value/));
      const wrong = badValues[name]?.[option] ?? [];
      test(`--${option} has a bad value that is tested, or takes any text`, () =>
        assert.equal(wrong.length === 0, anyText.has(option)));
      for (const bad of wrong) {
        test(`--${option} ${bad.slice(0, 40)}`, () =>
          assertMisused([...parts, ...others, `--${option}=${bad}`], /./));
      }
    }
  });
}

for (const words of [[], ['brand'], ['keys'], ['keys', 'make'], ['--colour'], ['-v']]) {
  test(`not a command: ${words.join(' ') || 'nothing'}`, () =>
    assertMisused(words, /a command is missing|there is no command|needs a subcommand/));
}

test('a failure is JSON on standard error too, with exit code 1', async () => {
  for (const run of [vakwerk, commandProcess('/nowhere/at-all')]) {
    const { code, stdout, stderr } = await run('brands', 'list', '--json');
    assert.deepEqual([code, stdout], [failed, '']);
    const { error, message } = readOnlyJson(stderr);
    assert.equal(error, 'failure');
    assert.match(message, /^there is no database in \/nowhere\/at-all/);
  }
});

test('mcp has no --json, because its output is a protocol', async () => {
  const { code, stdout, stderr } = await vakwerk('mcp', '--json');
  assert.deepEqual([code, stdout], [misused, '']);
  assert.match(readOnlyJson(stderr).message, /^mcp has no option --json/);
});

test('--json behind -- is an argument', async () => {
  const { stderr } = await vakwerk('restore', '--', '--json');
  assert.match(stderr, /^vakwerk: there is no file .*--json\n$/);
});

test('--version prints the version, also as JSON', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const plain = await commandProcess('/nowhere/at-all')('--version');
  assert.deepEqual(plain, { code: 0, stdout: `${version}\n`, stderr: '' });
  assert.deepEqual(await vakwerk.json('--version'), { version });
  await assertMisused(['--version', 'please'], /--version takes no argument, got "please"/);
});
