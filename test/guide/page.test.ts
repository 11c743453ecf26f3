// The page at /docs/guide: complete, safe, and loaded from the server alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { scopes } from '#contract/scopes.ts';
import { guideHtml } from '#http/guide/page.ts';
import { type Answer, call } from '../support/call.ts';
import { guideSnippets } from '../support/guide-snippets.ts';
import { projectFiles, root } from '../support/project-files.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();

const files = [...projectFiles('docs/guide'), 'docs/channels.md'].filter((file) =>
  file.endsWith('.md'),
);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

let page: Answer;
before(async () => {
  page = await call(server, '/docs/guide');
});

const all = (pattern: RegExp) => [...page.text.matchAll(pattern)].map((match) => match[1]!);

test('is a public page', () => {
  assert.equal(page.status, 200, page.text);
  assert.match(page.headers.get('content-type')!, /^text\/html\b/);
});

test('a trailing slash redirects, also behind a path prefix', async () => {
  for (const path of ['/docs', '/docs/guide']) {
    const { status, headers } = await fetch(`${server.url}${path}/`, { redirect: 'manual' });
    assert.equal(status, 308, path);
    const target = new URL(headers.get('location')!, `https://example.com/prefix${path}/`);
    assert.equal(target.pathname, `/prefix${path}`);
  }
});

test('loads files of the server only, by its CSP', async () => {
  assert.equal(
    page.headers.get('content-security-policy'),
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  assert.doesNotMatch(
    page.text,
    /<(?:style|base|iframe|object|embed|form|img)\b|\s(?:on\w+|style)=/i,
  );
  const scripts = [...page.text.matchAll(/<script\b[^>]*>([^<]*)/g)];
  assert.deepEqual(
    scripts.map(([, inline]) => inline),
    [''],
  );
  const loaded = all(/<(?:script|link)\b[^>]*(?:src|href)="([^"]*)"/g);
  assert.deepEqual(loaded, ['data:,', 'guide/style.css', 'guide/script.js']);
  const types = { 'guide/style.css': /^text\/css/, 'guide/script.js': /^text\/javascript/ };
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await call(
      server,
      new URL(path, `${server.url}/docs/guide`).pathname,
    );
    assert.equal(status, 200, path);
    assert.match(headers.get('content-type')!, type);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
  }
});

test('every link resolves', async () => {
  const ids = all(/\sid="([^"]+)"/g);
  assert.equal(new Set(ids).size, ids.length, 'an id is there twice');
  const links = new Set(all(/<a\b[^>]*href="([^"]*)"/g));
  assert.ok(links.size > 10);
  assert.ok(links.has('#channels-how-a-mail-is-read'));
  for (const link of links) {
    if (link.startsWith('#')) assert.ok(ids.includes(link.slice(1)), link);
    else {
      const { origin, pathname } = new URL(link, `${server.url}/docs/guide`);
      if (origin !== server.url) assert.match(link, /^https:\/\/[^/]+\.(?:com|org)\b/);
      else assert.equal((await call(server, pathname)).status, 200, link);
    }
  }
  for (const label of all(/<label for="([^"]+)"/g)) assert.ok(ids.includes(label), label);
});

test('holds every file, heading and example', () => {
  const shown = page.text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  for (const file of files) {
    for (const [, heading] of read(file).matchAll(/^#{1,2} (.+)$/gm)) {
      if (!/[<`]/.test(heading!))
        assert.match(page.text, new RegExp(`<h\\d id="[^"]+">${heading}</h`));
    }
  }
  const snippets = guideSnippets();
  assert.ok(snippets.length > 20);
  for (const { name, language, text } of snippets) {
    assert.ok(shown.includes(`<code>${text.trimEnd()}</code>`), `${name} in ${language}`);
  }
});

test('shows an example for every choice of the language', () => {
  const groups = page.text.split('<div class="code">').slice(1);
  const choices = groups
    .map((group) => [...group.matchAll(/<pre[^>]* data-for="([^"]+)"/g)].map((match) => match[1]!))
    .filter((blocks) => blocks.length > 0);
  assert.ok(choices.length > 5);
  for (const blocks of choices) {
    const languages = blocks.flatMap((one) => one.split(' ')).sort();
    assert.deepEqual(languages, ['php', 'python', 'sh', 'ts']);
  }
});

test('names the service’s URL where it is known', async () => {
  const text = await guideHtml('https://leads.jansen.example');
  assert.ok(text.includes('export VAKWERK_URL=https://leads.jansen.example'));
  assert.doesNotMatch(text, /leads\.example\.com/);
  assert.ok(page.text.includes('export VAKWERK_URL=https://leads.example.com'));
});

test('is 304 when unchanged', async () => {
  const etag = page.headers.get('etag')!;
  const again = await call(server, '/docs/guide', { headers: { 'if-none-match': etag } });
  assert.deepEqual([again.status, again.text], [304, '']);
  const plain = await call(server, '/docs/guide', { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(plain.text, page.text);
});

test('the reference links to the guide', async () => {
  assert.match((await call(server, '/docs')).text, /<a href="docs\/guide"/);
});

test('the examples it names exist', () => {
  const named = files.flatMap((file) => read(file).match(/\bexamples\/[\w-]+/g) ?? []);
  assert.ok(named.length > 0);
  const present = projectFiles('examples');
  for (const folder of named) assert.ok(present.includes(`${folder}/README.md`), folder);
});

test('the guide and the OpenAPI document say where assistants connect', async () => {
  assert.match(page.text, /<h2 id="assistants">Assistants</);
  const { info } = (await call(server, '/openapi.json')).body;
  assert.match(info.description, /`POST \/mcp`/);
});

test('the table of scopes has all of them', () => {
  const rows = read('docs/guide/keys-and-scopes.md').matchAll(/^\| `([a-z-]+(?::\w+)?)` \|/gm);
  assert.deepEqual([...rows].map((match) => match[1]).sort(), [...scopes].sort());
});

test('the image contains its files', () => {
  assert.match(read('deploy/Dockerfile'), /^COPY .*docs\/guide docs\/guide$/m);
  assert.match(read('.dockerignore'), /^!docs\/guide$/m);
});
