// Personal data stays out of the log: every input carries a canary, and the server's whole output
// is searched. Own servers: they log everything.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { sendRaw } from '../support/raw-http.ts';
import type { TestServer } from '../support/server.ts';

withEachDatabase('the log', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: { LOG_LEVEL: 'trace', TRUST_PROXY: '1' } });
  });
  after(() => server?.stop());

  test('no key, e-mail address, phone number or body reaches it; every request id does', async () => {
    const canaries: string[] = [];
    const canary = (text: string) => {
      canaries.push(text);
      return text;
    };
    // Each canary is unique, so that a leak names its source.
    let count = 0;
    const word = (where: string) => canary(`canary${where}${++count}`);
    const email = () => `${word('Email')}@example.com`;
    const phone = () => canary(`06${String(55_500_000 + ++count)}`);
    const key = canary(await server.createKey());
    const reader = canary(await server.createKey({ scopes: ['addresses:read'] }));
    const answers: Answer[] = [];
    const remember = async (answer: Promise<Answer>) => answers.push(await answer);

    const texts = [
      ['title', 'street', 'streetNumber', 'streetNumberAddition', 'postalCode', 'city'],
      ['country', 'firstName', 'lastName', 'companyName', 'description', 'category'],
      ['budgetQuote', 'notes', 'customerName', 'unknownField'],
    ].flat();
    const lead = () => ({
      ...Object.fromEntries(texts.map((field) => [field, word('F').slice(0, 20)])),
      email: email(),
      phone: phone(),
      photoUrls: [`https://example.com/${word('Photo')}.jpg`],
    });
    await remember(createLead(server, key, lead()));
    await remember(createLead(server, key, lead(), { 'idempotency-key': word('Idempotency') }));
    await remember(createLead(server, reader, lead()));
    await remember(createLead(server, word('Key'), lead()));
    await remember(createLead(server, `vk_${word('Key').padEnd(38, 'x')}`, lead()));
    for (const wrong of [1, [], {}]) {
      await remember(createLead(server, key, { ...lead(), title: wrong, email: word('Wrong') }));
    }
    await remember(createLead(server, key, { ...lead(), [word('Name')]: 1, priority: word('P') }));
    await remember(createLead(server, key, { ...lead(), photoUrls: [{ a: word('Photo') }] }));
    const post = (rawBody: string, headers = {}) =>
      remember(call(server, '/v1/api/leads', { key, rawBody, headers }));
    await post(`{"email":"${email()}", ${word('Malformed')}`);
    await post(`${word('Malformed')}`);
    await post(`${'['.repeat(50)}"${email()}"`);
    await post(`email=${email()}`, { 'content-type': 'application/x-www-form-urlencoded' });
    await post(JSON.stringify({ title: word('Large').padEnd(300_000, 'x') }));
    await post('{}', { 'idempotency-key': word('Long').padEnd(300, 'x') });

    const get = (path: string, options: Parameters<typeof call>[2] = { key }) =>
      remember(call(server, path, options));
    for (const list of ['leads', 'work-items', 'address']) {
      await get(`/v1/api/${list}?q=${email()}`);
      await get(`/v1/api/${list}?q=${phone()}`);
      await get(`/v1/api/${list}?q=${word('Q').padEnd(400, 'x')}`);
      await get(`/v1/api/${list}?${word('Parameter')}=${email()}&limit=${word('Limit')}`);
      await get(`/v1/api/${list}?cursor=${word('Cursor')}`);
      await get(`/v1/api/${list}?q=${email()}`, { key: reader });
      await get(`/v1/api/${list}?q=${email()}`, { key: word('Key') });
      await get(`/v1/api/${list}?q=${email()}`, {});
      await get(`/v1/api/${list}/${email()}`);
      await get(`/v1/api/${list}/${phone()}`, {});
      await get(`/v1/api/${list}`, { key, method: 'PATCH', rawBody: email() });
    }
    await get(`/v1/api/leads?status=${word('Status')}&createdSince=${word('Time')}`);
    await get(`/${word('Path')}?email=${email()}`, {});
    await get(`/metrics?key=${key}`, {});
    await get('/v1/api/leads', {
      key,
      headers: {
        'user-agent': word('Agent'),
        referer: `https://example.com/${email()}`,
        cookie: `session=${word('Cookie')}`,
        authorization: `Bearer ${word('Bearer')}`,
        'x-request-id': word('RequestId'),
        'x-forwarded-for': word('Forwarded'),
        'x-forwarded-host': word('ForwardedHost'),
      },
    });

    const raw = (...lines: string[]) => sendRaw(server, ...lines, 'Connection: close', '', '');
    await remember(raw(`GET /v1/api/leads?limit=1&q=${word('Q')} HTTP/1.0`, `X-API-Key: ${key}`));
    await remember(
      raw('GET /v1/api/leads HTTP/1.1', `Host: ${word('Host')} [`, `X-API-Key: ${key}`),
    );
    const refused = [
      await raw(`GET /${email()}%zz HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`),
      await raw(`${word('Method')} / HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`),
      await raw('GET / HTTP/1.1', `${word('Header')} no colon`, `X-API-Key: ${key}`),
      await raw('GET / HTTP/1.1', 'Host: x', `A: ${word('Header').padEnd(20_000, 'x')}`),
      await raw(`GET /?q=${email()} HTTP/1.1`, `X-API-Key: ${key}`),
      await raw(`CONNECT ${word('Tunnel')}:1 HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`),
    ];
    answers.push(...refused);

    const statuses = new Set(answers.map((answer) => answer.status));
    const expected = [200, 201, 400, 401, 403, 404, 405, 413, 415, 431];
    assert.deepEqual([...statuses].sort(), expected, 'some way to fail was not tried');
    const metrics = (await call(server, '/metrics')).text;
    for (const status of [400, 405, 431]) {
      const count = `vakwerk_http_request_seconds_count{method="unknown",route="unknown",status="${status}"}`;
      assert.ok(metrics.includes(count), `${status} was not counted`);
    }

    await server.stop();
    const printed = server.output();
    for (const text of canaries) {
      // Part of it, another case or an escaped form counts as a leak.
      const core = text.startsWith('vk_') ? text.slice(11) : text;
      for (const [where, haystack] of Object.entries({ printed, metrics })) {
        const at = haystack.toLowerCase().indexOf(core.toLowerCase());
        assert.equal(at, -1, `${where}: ${haystack.slice(Math.max(0, at - 300), at + 100)}`);
      }
    }

    const lines = printed.split('\n').filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line));
    for (const { status, headers } of answers) {
      const entry = logged.find(
        (one) => one.requestId === headers.get('x-request-id') && one.status,
      );
      assert.ok(entry, `no line for a ${status}, ${headers.get('x-request-id')}`);
      assert.equal(entry.status, status);
    }

    // This line is assembled by hand, and must look like the logger's lines.
    const [request, closing] = ['request', 'closing'].map((msg) =>
      logged.find((line) => line.msg === msg),
    );
    for (const field of ['level', 'pid', 'hostname']) assert.equal(request[field], closing[field]);
    assert.ok(Math.abs(closing.time - request.time) < 600_000);
    assert.match(`${request.method} ${request.route} ${request.ms}`, /^[A-Z]+ \/\S* [0-9.]+$/);
    assert.ok(logged.some((line) => line.msg === 'request' && line.keyId));
  });
});
