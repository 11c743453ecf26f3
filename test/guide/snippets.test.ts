// Every example of the guide does what the guide says, in each of its languages.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Scope } from '#contract/scopes.ts';
import { buildSdk } from '../../scripts/build-sdk.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { sharedServer } from '../support/shared-server.ts';
import { call, createLead, listAll } from '../support/call.ts';
import { commandLine, readOnlyJson } from '../support/command-line.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import {
  guideSnippets,
  missingFor,
  openWorkshop,
  type Snippet,
  unnamedFences,
  type Workshop,
} from '../support/guide-snippets.ts';
import { root } from '../support/project-files.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

const snippets = guideSnippets();
const languages = ['sh', 'ts', 'php', 'python'] as const;
const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

interface Ran {
  /** The output; of curl, the JSON in it. */
  output: string;
  isCurl: boolean;
  /** A key of the same brand with all scopes. */
  key: string;
}

interface Case {
  scopes: Scope[];
  /** Replacements for the test. */
  replaced?: () => Record<string, string>;
  before?(key: string): Promise<unknown>;
  throughProxy?: boolean;
  check(ran: Ran): Promise<unknown> | void;
}

let host: PictureHost;
let proxy: FaultProxy;
let workshop: Workshop;
before(async () => {
  workshop = await openWorkshop();
  host = await startPictureHost({ isShared: true });
  proxy = await startFaultProxy(server);
});
after(async () => {
  await proxy?.close();
  await host?.close();
  workshop?.close();
});

const leadsOf = (key: string) => listAll(server, key, '/v1/api/leads');

const cases: Record<string, Case> = {
  'first-lead': {
    scopes: ['leads:write'],
    async check({ output, key }) {
      const leads = await leadsOf(key);
      assert.equal(leads.length, 1);
      const [{ id, title, description, customer, address }] = leads;
      assert.deepEqual(
        [title, description, customer.name, customer.email, customer.phone, address.city],
        [
          'Leaking kitchen tap',
          'It drips day and night.',
          'Jan Jansen',
          'jan@example.com',
          '+31 6 12345678',
          'Utrecht',
        ],
      );
      assert.equal(uuid.exec(output)?.[0], id);
    },
  },
  'try-key': {
    scopes: ['addresses:read'],
    check: ({ output }) => assert.match(output, /\btest\b.*\baddresses:read\b/),
  },
  'who-is-known': {
    scopes: ['leads:write', 'customers:read'],
    async check({ output, isCurl, key }) {
      const matched = isCurl
        ? JSON.parse(output).data.map((entry: { matched: string }) => entry.matched)
        : output.trim().split('\n');
      assert.deepEqual(matched, ['new', 'email', 'phone']);
      assert.deepEqual(await leadsOf(key), []);
    },
  },
  photos: {
    scopes: ['leads:write'],
    replaced: () => ({
      'https://example.com/tap.jpg': host.url('/photo.jpg'),
      'https://example.com/gone.jpg': host.url('/missing'),
    }),
    check({ output, isCurl }) {
      const outcomes = isCurl
        ? JSON.parse(output).photos.map(
            ({ status, error }: Record<string, string>) => `${status} ${error ?? ''}`,
          )
        : output.split('\n').slice(0, 2);
      assert.deepEqual(
        outcomes.map((line: string) => line.trim()),
        ['stored', 'failed http_status'],
      );
    },
  },
  paging: {
    scopes: ['leads:read'],
    replaced: () => ({ 'limit=100': 'limit=2', 'limit: 100': 'limit: 2' }),
    async before(key) {
      for (const number of [1, 2, 3, 4, 5])
        await createLead(server, key, { title: `Tap ${number}` });
    },
    check({ output }) {
      const titles = output.match(/Tap \d/g);
      assert.deepEqual(titles, ['Tap 5', 'Tap 4', 'Tap 3', 'Tap 2', 'Tap 1']);
      assert.equal(output.match(/Jan Jansen/g)?.length, 5);
    },
  },
  errors: {
    scopes: ['leads:write'],
    async check({ output, key }) {
      for (const said of [/title is required/, /email must be/, uuid]) assert.match(output, said);
      assert.deepEqual(await leadsOf(key), []);
    },
  },
  retries: {
    scopes: ['leads:write'],
    throughProxy: true,
    async before() {
      proxy.reset();
      proxy.next(
        { kind: 'answers', status: 503, headers: { 'retry-after': '0' } },
        { kind: 'reset-after' },
      );
    },
    async check({ output, key }) {
      const leads = await leadsOf(key);
      assert.equal(leads.length, 1);
      assert.equal(uuid.exec(output)?.[0], leads[0].id);
      // The same in every language, so that a retry in another one is no second lead.
      const keys = proxy.seen.map(({ headers }) => headers['idempotency-key']);
      assert.deepEqual(keys, Array(3).fill('form-7-submission-1042'));
    },
  },
  'make-webhook': {
    scopes: ['webhooks:manage'],
    check: ({ output }) => assert.match(output, /\bwhsec_[\w+/=]{20,}/),
  },
};
// Examples that keep running have their own test.
const receivers = new Set(['receive-webhook']);

test('every example is tested, in every language', () => {
  const named = Map.groupBy(snippets, ({ name }) => name);
  assert.deepEqual([...named.keys()].sort(), [...Object.keys(cases), ...receivers].sort());
  for (const [name, group] of named) {
    // Curl sends, and cannot receive.
    const expected = languages.filter((one) => one !== 'sh' || !receivers.has(name));
    assert.deepEqual(
      group.map(({ language }) => language),
      expected,
      name,
    );
  }
});

test('operator commands work, and no other code is unnamed', async () => {
  const [commands, others] = partition(unnamedFences(), (text) => text.startsWith('npm run '));
  assert.deepEqual(
    others.map((text) => text.split(' ')[0]),
    [
      // test/docs.test.ts and test/mcp/documented.test.ts run them.
      'curl',
      'npx',
      'export',
      // As the examples here are run.
      'node',
      // test/api/new-photos.test.ts sends the same.
      'curl',
      'curl',
      'export',
      // test/sdk/listen.test.ts runs it.
      'npx',
    ],
  );
  const words = commands.map((command) => {
    const [, rest] = /^npm run -s vakwerk -- (.+)$/.exec(command) ?? assert.fail(command);
    return [...rest!.matchAll(/"([^"]+)"|<[^>]+>|\S+/g)].map(([word, quoted]) => quoted ?? word);
  });
  assert.deepEqual(
    words.map((command) => command.slice(0, 2).join(' ')),
    [
      'keys create',
      'keys create',
      'keys rotate',
      'keys revoke',
      'keys create',
      'brands empty-test-side',
      'channels create',
    ],
  );
  const brandId = (await server.createBrand()).id;
  const vakwerk = commandLine(server.dataDir);
  const issued: { id: string; key: string }[] = [];
  for (const command of words) {
    const ids: Record<string, string> = {
      '<brand id>': brandId,
      '<key id>': issued.at(-1)?.id ?? '',
    };
    const { code, stdout, stderr } = await vakwerk(
      ...command.map((word) => ids[word] ?? word),
      '--json',
    );
    assert.equal(code, 0, stderr);
    issued.push(readOnlyJson(stdout));
  }
  const [, made, replacing] = issued;
  const statusOf = async ({ key }: { key: string }) =>
    (await call(server, '/v1/api/key', { key })).status;
  // The replaced key is valid for another day; its successor was revoked.
  assert.equal(await statusOf(made!), 200);
  await eventually(async () => (await statusOf(replacing!)) === 401);
});

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

for (const language of languages) {
  const skip = missingFor(language) ?? false;
  for (const snippet of snippets.filter((one) => one.language === language)) {
    const example = cases[snippet.name];
    if (example) test(`${snippet.name} in ${language}`, { skip }, () => tryOut(snippet, example));
  }
}

async function tryOut(snippet: Snippet, example: Case): Promise<void> {
  const brandId = (await server.createBrand()).id;
  const allowed = await server.createKey({ brandId, scopes: example.scopes });
  const key = await server.createKey({ brandId });
  await example.before?.(key);
  const text = replaceIn(snippet.text, example.replaced?.() ?? {});
  const { code, output } = await workshop.run(
    { ...snippet, text },
    { VAKWERK_URL: example.throughProxy ? proxy.url : server.url, VAKWERK_API_KEY: allowed },
  );
  assert.equal(code, 0, output);
  await example.check({ output, key, isCurl: snippet.language === 'sh' });
}

function replaceIn(text: string, replaced: Record<string, string>): string {
  const changed = Object.entries(replaced).reduce(
    (so, [from, to]) => so.replaceAll(from, to),
    text,
  );
  assert.ok(Object.keys(replaced).length === 0 || changed !== text, 'nothing was replaced');
  return changed;
}

test('the TypeScript examples type-check', async () => {
  await buildSdk(join(workshop.folder, 'node_modules', '@vakwerk', 'client', 'dist'));
  const files = snippets
    .filter(({ language }) => language === 'ts')
    .map(({ name, text }) => {
      const file = `${name}.mts`;
      writeFileSync(join(workshop.folder, file), text);
      return file;
    });
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const config = join(workshop.folder, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ compilerOptions, files }));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const checked = spawnSync(process.execPath, [compiler, '-p', config], { encoding: 'utf8' });
  assert.deepEqual([checked.stdout, checked.status], ['', 0]);
});
