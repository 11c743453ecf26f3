// The docs name only files and commands that exist, and their calls work as shown.
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { introduction } from '#http/docs/introduction.ts';
import { type PictureHost, startPictureHost } from './support/picture-host.ts';
import { projectFiles, root } from './support/project-files.ts';
import { sharedServer } from './support/shared-server.ts';
import { commandLine } from './support/command-line.ts';
import { readCurlLine } from './support/curl-line.ts';
import { createLead } from './support/call.ts';

const server = await sharedServer();

const documents = globSync(['*.md', '{docs,bench,places,examples}/**/*.md'], { cwd: root });
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

let host: PictureHost;
let key: string;
let assetId: string;
let workItemId: string;
let formUrl: URL;
let hookUrl: URL;
before(async () => {
  host = await startPictureHost({ isShared: true });
  const brandId = (await server.createBrand()).id;
  key = await server.createKey({ brandId });
  const photoUrls = [host.url('/photo.jpg')];
  const { id, photos } = (await createLead(server, key, { photoUrls })).body;
  workItemId = id;
  assetId = photos[0].assetId;
  [formUrl, hookUrl] = [await newChannel(brandId, 'form'), await newChannel(brandId, 'hook')];
});
after(() => host?.close());

async function newChannel(brandId: string, type: 'form' | 'hook'): Promise<URL> {
  const words = ['channels', 'create', '--brand', brandId, '--type', type, '--name', 'Documented'];
  const { url } = await commandLine(server.dataDir).json(...words);
  return new URL(url, server.url);
}

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');

  test(`${document}: links resolve`, () => {
    const link = /\]\(([^)#]+)[^)]*\)|\b(?:src|srcset)="([^"]+)"/g;
    const links = [...text.matchAll(link)].map((match) => (match[1] ?? match[2])!);
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    const dead = local.filter((link) => !existsSync(join(root, dirname(document), link)));
    assert.deepEqual(dead, []);
  });

  test(`${document}: npm scripts exist`, () => assert.deepEqual(missingScripts(text), []));

  testCalls(document, text);
}
testCalls('the introduction of the reference', introduction);

test('the key has one name in the environment, which the client and the commands read', () => {
  const otherName = new RegExp(`\\bVAKWERK_${'KEY'}\\b`);
  assert.deepEqual(filesWith(otherName), []);
});

test('the client is installed from the service, never by its name from a registry', () => {
  const byName = new RegExp(
    `(npm (install|i|add)|npx|yarn add|pnpm add)[^\\n]* @vakwerk${'/'}client`,
  );
  const asDependency = new RegExp(`"@vakwerk${'/'}client": *"[\\^~]?[0-9*]`);
  assert.deepEqual([...filesWith(byName), ...filesWith(asDependency)], []);
});

function filesWith(pattern: RegExp): string[] {
  const texts = projectFiles().filter((file) => /\.(md|[tj]sx?|json|sh|ya?ml)$/.test(file));
  return texts.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
}

test('npm scripts named by the program exist', () => {
  for (const file of globSync('{server,cli,deploy,.ci}/**', { cwd: root, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const path = join(file.parentPath, file.name);
    assert.deepEqual(missingScripts(readFileSync(path, 'utf8')), [], path);
  }
});

function missingScripts(text: string): string[] {
  const named = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map((match) => match[1]!);
  return named.filter((name) => !scripts.includes(name));
}

function testCalls(document: string, text: string): void {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  for (const [index, block] of blocks.filter((one) => one.includes('curl ')).entries()) {
    test(`${document}: calls of block ${index + 1} work`, async () => {
      const variables = {
        KEY: key,
        VAKWERK_API_KEY: key,
        VAKWERK_URL: server.url,
        ASSET_ID: assetId,
        WORK_ITEM_ID: workItemId,
        CHANNEL_ID: lastPart(formUrl),
        HOOK_TOKEN: lastPart(hookUrl),
        HOOK_URL: hookUrl.href,
      };
      for (const line of callsIn(block)) {
        const call = readCurlLine(line.replaceAll('http://127.0.0.1:3000', server.url), variables);
        const { method, url, headers, body = null } = call;
        const answer = await fetch(url, { method, headers, body });
        await answer.arrayBuffer();
        assert.equal(answer.status, statusOf(method, url), line);
      }
    });
  }
}

function lastPart({ pathname }: URL): string {
  return pathname.split('/').at(-1)!;
}

// A batch has one status per lead, and 200 as a whole; so have a message of an assistant and a hook.
function statusOf(method: string, url: string): number {
  return method === 'POST' && !/\/leads\/batch$|\/mcp$|\/in\/\w+$/.test(url) ? 201 : 200;
}

// A call may continue over several lines, each but the last ending in a backslash.
function callsIn(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.includes('curl ') && !line.startsWith('#'));
}

test('curl lines are parsed as a shell and curl do', () => {
  const read = (line: string) => readCurlLine(line, { KEY: 'secret' });
  assert.deepEqual(
    read(`curl -X PUT "http://a/$KEY"'?b=$KEY' -H "A: \\$KEY \\"b\\"" -H B:c -d '"x"'`),
    {
      method: 'PUT',
      url: 'http://a/secret?b=$KEY',
      headers: [
        ['A', '$KEY "b"'],
        ['B', 'c'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: '"x"',
    },
  );
  assert.deepEqual(
    [read('curl http://a').method, read('curl http://a -d b').method],
    ['GET', 'POST'],
  );
  const unreadable = ['http://a | jq', 'http://a?b=c', '"http://a', "-d 'it's' http://a", '', 'a'];
  unreadable.push('$OTHER', '-k http://a', 'http://a -H', 'http://a -H b', 'http://a http://b');
  unreadable.push(
    '-d @file http://a',
    '"http://a/{b}"',
    'http://a/$(b)',
    'http://a; b',
    'http://a \\',
  );
  for (const rest of unreadable) assert.throws(() => read(`curl ${rest}`), /cannot be read/, rest);
  assert.throws(() => read('time curl http://a'), /cannot be read/);
});
