// Responses match the OpenAPI document: statuses, headers, bodies and the error samples word for
// word. Own servers: a small rate limit, and blocked writes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call, nextLinkOf } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { whileWritesAreHeld } from '../support/held-writes.ts';
import {
  assertDescribed,
  describedAnswer,
  type Document,
  operationNamed,
} from '../support/open-api.ts';
import type { TestServer } from '../support/server.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const requestsPerMinute = 100;
const databaseWaitMs = 4_000;

withEachDatabase('the OpenAPI document is true', (start) => {
  let server: TestServer;
  let document: Document;
  let key: string;
  before(async () => {
    server = await start({
      env: {
        RATE_LIMIT_PER_MINUTE: String(requestsPerMinute),
        DATABASE_WAIT_MS: String(databaseWaitMs),
      },
    });
    document = (await call(server, '/openapi.json')).body;
    key = await server.createKey();
  });
  after(async () => {
    await server?.stop();
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    call(server, '/v1/api/leads', { key, body, headers });
  const get = (path: string, as = key) => call(server, path, { key: as });
  const sample = (name: string) =>
    operationNamed(document, 'createLead').requestBody!.content['application/json']!.examples[name]!
      .value as Record<string, unknown>;

  test('leads created from the samples, listed and read', async () => {
    const smallest = await post(sample('smallest'), { 'idempotency-key': 'once' });
    const again = await post(sample('smallest'), { 'idempotency-key': 'once' });
    // Refused by the guard before any connection.
    const photoUrls = ['https://127.0.0.1/tap.jpg'];
    const complete = await post({ ...sample('complete'), photoUrls });
    for (const answer of [smallest, again, complete]) {
      assertDescribed(document, 'createLead', 201, answer);
    }
    assert.equal(again.headers.get('idempotent-replayed'), 'true');

    assertDescribed(document, 'getCurrentKey', 200, await get('/v1/api/key'));
    const page = await get('/v1/api/leads?limit=1');
    assert.ok(nextLinkOf(page.headers), 'there is a second page');
    assertDescribed(document, 'listLeads', 200, page);
    assertDescribed(document, 'listLeads', 200, await get('/v1/api/leads'));
    assertDescribed(document, 'listAddresses', 200, await get('/v1/api/address'));
    const location = complete.headers.get('location')!;
    assertDescribed(document, 'getWorkItem', 200, await get(location));
    assertDescribed(document, 'listPhotos', 200, await get(`${location}/photos`));

    await changeWorkItem(server, complete.body.id, {
      status: 'scheduled',
      scheduledStart: Date.now(),
      tags: ['kitchen'],
    });
    const jobs = await get('/v1/api/work-items');
    assert.equal(jobs.body.data.length, 1);
    assertDescribed(document, 'listWorkItems', 200, jobs);
  });

  test('requests, the rescue of one, and calendar links', async () => {
    // Its own key, because it makes many requests.
    const own = await server.createKey();
    const refused = await call(server, '/v1/api/leads', {
      key: own,
      body: { customerName: 'Jan' },
    });
    const path = `/v1/api/requests/${refused.headers.get('x-request-id')}`;
    await eventually(async () => (await get(path, own)).status === 200);
    assertDescribed(document, 'getRequest', 200, await get(path, own));
    assertDescribed(document, 'listRequests', 200, await get('/v1/api/requests?limit=1', own));
    const rescue = () => call(server, `${path}/rescue`, { key: own, body: { title: 'Tap' } });
    const made = await rescue();
    assertDescribed(document, 'rescueLead', 201, made);
    const again = await rescue();
    assertDescribed(document, 'rescueLead', 409, again);

    const links = '/v1/api/calendar-links';
    const link = await call(server, links, { key, body: { name: 'Phone' } });
    assertDescribed(document, 'createCalendarLink', 201, link);
    assertDescribed(document, 'listCalendarLinks', 200, await get(links));
    const revoked = await call(server, `${links}/${link.body.id}`, { key, method: 'DELETE' });
    assertDescribed(document, 'revokeCalendarLink', 204, revoked);
  });

  // Each request yields exactly the body that the document shows as this sample.
  const refusals: Record<
    string,
    { of: string; status: number; sample: string; call: () => Promise<Answer> }
  > = {
    'a lead without its required fields': {
      of: 'createLead',
      status: 400,
      sample: 'missing',
      call: () => post({}),
    },
    'a lead with wrong values': {
      of: 'createLead',
      status: 400,
      sample: 'refused',
      call: () =>
        post({ customerName: 'Jan', title: 'x'.repeat(201), email: 'jan', priority: 'no' }),
    },
    'a body nested too deeply': {
      of: 'createLead',
      status: 400,
      sample: 'deep',
      call: () => call(server, '/v1/api/leads', { key, rawBody: '['.repeat(33) + ']'.repeat(33) }),
    },
    'no body': {
      of: 'createLead',
      status: 400,
      sample: 'empty',
      call: () => call(server, '/v1/api/leads', { key, method: 'POST' }),
    },
    'a parameter that breaks a rule': {
      of: 'listLeads',
      status: 400,
      sample: 'refused',
      call: () => get(`/v1/api/leads?limit=0&cursor=${'x'.repeat(1_001)}`),
    },
    'a cursor of another list': {
      of: 'listAddresses',
      status: 400,
      sample: 'cursor',
      call: () => get('/v1/api/address?cursor=abc'),
    },
    'a malformed path': {
      of: 'getWorkItem',
      status: 400,
      sample: 'encoding',
      call: () => get('/v1/api/work-items/%zz'),
    },
    'a parameter where none is taken': {
      of: 'getWorkItem',
      status: 400,
      sample: 'parameter',
      call: () => get('/v1/api/work-items/1?limit=1'),
    },
    'no key': {
      of: 'listWorkItems',
      status: 401,
      sample: 'missing',
      call: () => call(server, '/v1/api/work-items'),
    },
    'a wrong key': {
      of: 'listWorkItems',
      status: 401,
      sample: 'wrong',
      call: () => get('/v1/api/work-items', 'vk_wrong'),
    },
    'a key without the scope': {
      of: 'createLead',
      status: 403,
      sample: 'scope',
      call: async () =>
        call(server, '/v1/api/leads', {
          key: await server.createKey({ scopes: ['leads:read'] }),
          body: {},
        }),
    },
    'an unknown work item': {
      of: 'getWorkItem',
      status: 404,
      sample: 'unknown',
      call: () => get('/v1/api/work-items/019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69'),
    },
    'a body that is too large': {
      of: 'createLead',
      status: 413,
      sample: 'large',
      call: () => post({ padding: 'x'.repeat(256 * 1024) }),
    },
    'another content type': {
      of: 'createLead',
      status: 415,
      sample: 'form',
      call: () => post({}, { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    'one Idempotency-Key for two leads': {
      of: 'createLead',
      status: 422,
      sample: 'reused',
      call: async () => {
        await post({ customerName: 'Jan', title: 'first' }, { 'idempotency-key': 'twice' });
        return post({ customerName: 'Jan', title: 'second' }, { 'idempotency-key': 'twice' });
      },
    },
    'headers that are too large': {
      of: 'listLeads',
      status: 431,
      sample: 'large',
      call: () => call(server, '/v1/api/leads', { key, headers: { padding: 'x'.repeat(17_000) } }),
    },
  };

  for (const [name, refusal] of Object.entries(refusals)) {
    test(name, async () => {
      const answer = await refusal.call();
      assertDescribed(document, refusal.of, refusal.status, answer);
      assert.deepEqual(answer.body, sampleBody(refusal.of, refusal.status, refusal.sample));
    });
  }

  test('an early retry, and a read-only database', async () => {
    const lead = { customerName: 'Jan', title: 'held up' };
    const retry = { 'idempotency-key': 'held up' };
    const [notNowUnkeyed, ...keyed] = await whileWritesAreHeld(server, () =>
      Promise.all([post(lead), post(lead, retry), post(lead, retry)]),
    );
    // Either of the two may come second.
    const [tooSoon, notNow] = keyed.toSorted((one, other) => one.status - other.status);
    for (const [answer, status, name] of [
      [tooSoon!, 409, 'inProgress'],
      [notNow!, 503, 'keyed'],
      [notNowUnkeyed, 503, 'unkeyed'],
    ] as const) {
      assertDescribed(document, 'createLead', status, answer);
      assert.deepEqual(answer.body, sampleBody('createLead', status, name));
    }
  });

  test('too many requests', async () => {
    const hasty = await server.createKey();
    // Another test checks the exact count; rate shares let a few more through.
    let last = await get('/v1/api/address', hasty);
    for (let n = 1; n <= 2 * requestsPerMinute && last.status === 200; n++) {
      last = await get('/v1/api/address', hasty);
    }
    assertDescribed(document, 'listAddresses', 429, last);
  });

  const sampleBody = (operationId: string, status: number, name: string) =>
    describedAnswer(document, operationId, status).content!['application/json']!.examples[name]!
      .value;
});
