// The page at /docs loads everything from the server itself, and its CSP forbids anything else.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';

const scriptBytesMin = 1_000_000;

await withEachServer('the reference page', (server) => {
  let page: Answer;
  before(async () => {
    page = await call(server, '/docs');
  });
  after(async () => {
    await server.stop();
  });

  test('is a public page', () => {
    assert.equal(page.status, 200);
    assert.match(page.headers.get('content-type')!, /^text\/html\b/);
    assert.match(page.headers.get('x-request-id')!, /^[0-9a-f-]{36}$/);
  });

  test('loads files of the server only', async () => {
    assert.doesNotMatch(page.text, /(?:https?:|wss?:)?\/\/\w/, 'an address elsewhere');
    assert.doesNotMatch(page.text, /<(?:style|base|iframe|object|embed|form)\b|\son\w+=/i);
    const scripts = [...page.text.matchAll(/<script\b([^>]*)>([^<]*)/g)];
    assert.equal(scripts.length, 2);
    for (const [, , inline] of scripts) assert.equal(inline, '', 'a script within the page');

    const references = [...page.text.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
    const loaded = references.filter((reference) => !reference.startsWith('data:'));
    assert.deepEqual(loaded, ['openapi.json', 'docs/guide', 'docs/scalar.js', 'docs/start.js']);
    for (const reference of loaded) {
      const { origin, pathname } = new URL(reference, `${server.url}/docs`);
      assert.equal(origin, server.url);
      assert.equal((await call(server, pathname)).status, 200, reference);
    }
  });

  // The viewer's script contains many external URLs; the CSP blocks them all.
  test('has a CSP that forbids other hosts', () => {
    const policy = Object.fromEntries(
      page.headers
        .get('content-security-policy')!
        .split('; ')
        .map((directive) => directive.split(/ (.*)/, 2)),
    );
    assert.deepEqual(policy, {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
  });

  test('disables every feature of the viewer that calls other hosts', async () => {
    const { text } = await call(server, '/docs/start.js');
    const settings = JSON.parse(
      /^Scalar\.createApiReference\('#reference', (.*)\);$/s.exec(text.trim())![1]!,
    );
    assert.equal(settings.url, 'openapi.json');
    assert.equal(settings.proxyUrl, undefined);
    const { withDefaultFonts, telemetry, agent, mcp, hideClientButton, showDeveloperTools } =
      settings;
    assert.deepEqual(
      { withDefaultFonts, telemetry, agent, mcp, hideClientButton, showDeveloperTools },
      {
        withDefaultFonts: false,
        telemetry: false,
        agent: { disabled: true },
        mcp: { disabled: true },
        hideClientButton: true,
        showDeveloperTools: 'never',
      },
    );
    assert.ok(page.text.includes('id="reference"'));
  });

  test('sends the script compressed or not, and 304 when unchanged', async () => {
    const script = (headers: Record<string, string>) =>
      fetch(new URL('/docs/scalar.js', server.url), { headers });
    const plain = await script({ 'accept-encoding': 'identity' });
    assert.equal(plain.headers.get('content-encoding'), null);
    assert.match(plain.headers.get('content-type')!, /^text\/javascript\b/);
    const text = await plain.text();
    assert.ok(text.length > scriptBytesMin, `${text.length} characters`);
    assert.ok(text.includes('createApiReference'));

    const packed = await script({ 'accept-encoding': 'gzip, br' });
    assert.equal(packed.headers.get('content-encoding'), 'gzip');
    assert.equal(await packed.text(), text);

    const unwanted = await script({ 'accept-encoding': 'gzip;q=0, identity' });
    assert.equal(unwanted.headers.get('content-encoding'), null);
    await unwanted.body?.cancel();

    const etag = packed.headers.get('etag')!;
    assert.match(etag, /^W\/"\w+"$/);
    const again = await script({ 'if-none-match': `"another", ${etag}` });
    assert.equal(again.status, 304);
    assert.equal(await again.text(), '');
    const changed = await script({ 'if-none-match': '"another"' });
    assert.equal(changed.status, 200);
    await changed.body?.cancel();
  });
});
