// CSRF: a page on another site can make a browser send the cookie, but changes nothing. Own
// servers: their public URL differs from the address they listen on.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { freePort } from '../support/free-port.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { passwordOfTests as password, type SignedIn, signInAs } from '../support/sign-in.ts';

const publicUrl = 'https://leads.example.com';

withEachDatabase('requests from other sites', (start) => {
  let server: TestServer;
  let me: SignedIn;
  let leadId: string;
  before(async () => {
    const port = await freePort();
    const env = { PORT: port, PUBLIC_URL: publicUrl, TRUST_PROXY: 'loopback' };
    // Reached by an address other than its public URL.
    server = { ...(await start({ env })), url: `http://127.0.0.1:${port}` };
    me = await signInAs(server);
    const body = { customerName: 'Jan', title: 'Tap' };
    leadId = (await me.call('/v1/api/leads', { body })).body.id;
  });
  after(() => server?.stop());

  const withCookie = (headers: Record<string, string>) => ({ cookie: me.cookie, ...headers });
  const others: Record<string, string>[] = [
    {},
    { origin: 'null' },
    { origin: 'https://evil.example' },
    { origin: `${publicUrl}.evil.example` },
    { origin: 'http://leads.example.com' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: publicUrl },
    { referer: `${publicUrl}/leads` },
    { 'x-forwarded-proto': 'https', origin: 'https://evil.example' },
  ];

  test('with an https PUBLIC_URL every response has HSTS', async () => {
    for (const path of ['/v1/api/leads', '/', '/docs', '/nowhere', '/healthz', '/%zz']) {
      const { headers } = await call(server, path);
      assert.match(headers.get('strict-transport-security') ?? '', /^max-age=\d{8}/, path);
    }
  });

  test('no change is carried out', async () => {
    const ways: [string, string, object?][] = [
      ['POST', '/v1/api/leads', { customerName: 'Evil', title: 'Evil' }],
      ['PATCH', `/v1/api/work-items/${leadId}`, { title: 'Evil' }],
      ['DELETE', `/v1/api/work-items/${leadId}`],
      ['POST', '/v1/app/keys', { name: 'Evil', scopes: ['full'] }],
      ['POST', '/v1/app/sign-out'],
      ['PATCH', '/v1/app/account', { name: 'Evil' }],
      ['DELETE', '/v1/app/sessions'],
    ];
    for (const [method, path, body] of ways) {
      for (const headers of others) {
        const answer = await call(server, path, { method, body, headers: withCookie(headers) });
        const [message] = assertError(answer, 403, 'other_site');
        assert.match(message!, /another site/, JSON.stringify([method, path, headers]));
      }
    }
    const lead = await me.call(`/v1/api/work-items/${leadId}`);
    assert.equal(lead.body.title, 'Tap');
    assert.equal((await me.call('/v1/app/session')).body.account.name, 'Test Member');
    assert.equal((await me.call('/v1/api/leads')).body.data.length, 1);
  });

  test('another site cannot sign a browser in', async () => {
    const body = { email: me.email, password };
    for (const headers of others) {
      for (const path of ['sign-in', 'password-reset', 'links/x', 'sign-in/passkey/options']) {
        const answer = await call(server, `/v1/app/${path}`, { body, headers });
        assertError(answer, 403);
        assert.equal(answer.headers.get('set-cookie'), null);
      }
    }
  });

  test('our own pages pass, also in old browsers, and so do reads', async () => {
    const host = new URL(server.url).host;
    const ours: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'same-origin', origin: publicUrl },
      { origin: publicUrl },
      { origin: server.url },
      { 'x-forwarded-proto': 'https', origin: `https://${host}` },
    ];
    for (const headers of ours) {
      const options = { method: 'PATCH', body: { name: 'Test Member' } };
      const answer = await call(server, '/v1/app/account', {
        ...options,
        headers: withCookie(headers),
      });
      assert.equal(answer.status, 200, JSON.stringify(headers));
    }
    for (const headers of others) {
      const answer = await call(server, '/v1/api/leads', { headers: withCookie(headers) });
      assert.equal(answer.status, 200);
      // No CORS header, so no other page can read the response.
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
  });

  test('a request with a key needs no such header', async () => {
    const key = await server.createKey({ brandId: me.brandId });
    for (const headers of others) {
      const body = { customerName: 'Jan', title: 'By key' };
      const options = { key, body, headers: withCookie(headers) };
      assert.equal((await call(server, '/v1/api/leads', options)).status, 201);
    }
  });
});
