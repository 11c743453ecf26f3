// Every mistake prints one line and sets an exit code: 2 for wrong usage, 1 for a failure.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { commandLine, commandProcess, temporaryFolder } from '../support/command-line.ts';

const folder = temporaryFolder();
const empty = temporaryFolder();
const vakwerk = commandLine(folder.path);
let brandId = '';

before(async () => {
  brandId = (await vakwerk.json('brands', 'create', '--name', 'Bakker')).id;
});
after(() => {
  folder.remove();
  empty.remove();
});

const keyOptions = ['--brand', 'BRAND', '--name', 'Site', '--scopes'];
const secret = `vk_${'A'.repeat(38)}`;

const misuses: [words: string[], complaint: RegExp][] = [
  [[], /a command is missing/],
  [['--json'], /a command is missing/],
  [['brand'], /there is no command "brand"/],
  [['constructor'], /there is no command "constructor"/],
  [['keys'], /"keys" needs a subcommand: keys create, keys list/],
  [['keys', 'make'], /"keys" needs a subcommand/],
  [['brands', 'create'], /brands create needs --name <text>/],
  [['brands', 'create', '--name'], /--name needs a value/],
  [['brands', 'create', '--name', ' '], /--name needs a value/],
  [['brands', 'create', '--name', '--json'], /--name needs a value/],
  [['brands', 'create', '--name', 'A', '--name', 'B'], /--name is given twice/],
  [['brands', 'create', '--name', 'x'.repeat(201)], /--name must be at most 200 characters/],
  [['brands', 'create', '--nam', 'A'], /brands create has no option --nam;/],
  [['brands', 'create', '--name', 'A', 'B'], /takes no argument, got "B"/],
  [['brands', 'list', '--json=yes'], /--json takes no value/],
  [
    ['keys', 'create', ...keyOptions, 'leads:wrte,full'],
    /"leads:wrte".*leads:read, leads:write.*full/,
  ],
  [['keys', 'create', ...keyOptions, 'full', '--expires', 'soon'], /--expires must be a date/],
  [
    ['keys', 'create', ...keyOptions, 'full', '--expires', '2027-02-30'],
    /--expires must be a date/,
  ],
  [
    ['keys', 'create', ...keyOptions, 'full', '--expires', '2001-01-01'],
    /--expires must be in the future/,
  ],
  [['keys', 'revoke'], /keys revoke needs <keyId>/],
  [['keys', 'revoke', 'one', 'two'], /takes one <keyId>, got a second: "two"/],
  [['keys', 'revoke', secret], /name the key by its id/],
  [['keys', 'rotate', 'one', '--overlap', '1w'], /--overlap must be a duration such as 30m/],
  [['backup'], /backup needs <file>/],
  [['restore', 'a', 'b'], /takes one <file>/],
  [['places', 'load', 'NL.txt', '--country', 'Nederland'], /two-letter code/],
];

const nobody = '00000000-0000-7000-8000-000000000000';
const refusals: [words: string[], complaint: RegExp][] = [
  [
    ['keys', 'create', '--brand', nobody, '--name', 'A', '--scopes', 'full'],
    new RegExp(`no brand ${nobody}`),
  ],
  [['keys', 'list', '--brand', nobody], new RegExp(`no brand ${nobody}`)],
  [['keys', 'revoke', nobody], new RegExp(`no key ${nobody}`)],
  [['keys', 'rotate', nobody], new RegExp(`no key ${nobody}`)],
  [['restore', '/nowhere/at-all'], /there is no file \/nowhere\/at-all/],
  [['restore', folder.path], /is not a file/],
  [['backup', folder.path], /is a folder: name a file/],
  [['backup', '/nowhere/at-all/backup'], /there is no folder \/nowhere\/at-all/],
  [['places', 'load', '/nowhere/at-all'], /there is no file/],
];

function check(words: string[], code: number, complaint: RegExp): void {
  test(words.join(' ').slice(0, 60) || 'nothing', async () => {
    const typed = words.map((word) => (word === 'BRAND' ? brandId : word));
    const result = await vakwerk(...typed);
    assert.match(result.stderr, complaint);
    const oneLine = words.includes('--json') ? /^\{.+\}\n$/ : /^vakwerk: .+\n$/;
    assert.match(result.stderr, oneLine);
    assert.equal(result.stderr.includes(secret), false);
    assert.deepEqual([result.code, result.stdout], [code, '']);
  });
}

test('a process exits with that code, and prints to standard error', async () => {
  const asProcess = commandProcess(folder.path);
  const misused = { code: 2, stdout: '', stderr: 'vakwerk: keys revoke needs <keyId>' };
  const refused = { code: 1, stdout: '', stderr: `vakwerk: no key ${nobody}` };
  for (const [words, { stderr, ...expected }] of [
    [['keys', 'revoke'], misused],
    [['keys', 'revoke', nobody], refused],
  ] as const) {
    const { stderr: complaint, ...ended } = await asProcess(...words);
    assert.deepEqual(ended, expected);
    assert.ok(complaint.startsWith(stderr), complaint);
  }
});

describe('wrong usage: 2', () => {
  for (const [words, complaint] of misuses) check(words, 2, complaint);
});

describe('failure: 1', () => {
  for (const [words, complaint] of refusals) check(words, 1, complaint);
});

describe('no database yet', () => {
  const reading = [
    ['brands', 'list'],
    ['keys', 'list'],
    ['keys', 'revoke', nobody],
    ['backup', empty.file('backup')],
    ['places', 'load', import.meta.filename],
  ];
  for (const words of reading) {
    test(words.slice(0, 2).join(' '), async () => {
      const { code, stdout, stderr } = await commandLine(empty.file('data'))(...words);
      assert.match(stderr, /^vakwerk: there is no database in .+: set DATA_DIR .+migrate\n$/);
      assert.deepEqual([code, stdout], [1, '']);
    });
  }
});

describe('invalid settings', () => {
  const settings: [Record<string, string>, RegExp][] = [
    [{ PORT: 'many' }, /PORT must be a whole number/],
    [{ DATABASE_URL: 'mysql://root:secret@localhost/vakwerk' }, /DATABASE_URL must be an address/],
  ];
  for (const [env, complaint] of settings) {
    test(Object.keys(env).join(), async () => {
      const { code, stdout, stderr } = await commandLine(folder.path, env)('brands', 'list');
      assert.match(stderr, complaint);
      assert.match(stderr, /^vakwerk: .+\n$/);
      assert.doesNotMatch(stderr, /secret/);
      assert.deepEqual([code, stdout], [2, '']);
    });
  }
});
