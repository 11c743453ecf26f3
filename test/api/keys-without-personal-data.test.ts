// A key without personal data, tried on every operation, with canaries in every personal field.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { eraseCustomer } from '../support/erasure.ts';
import { assertDescribed, type Document } from '../support/open-api.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { guesses, makeTelltaleBrand, telltale, type TelltaleBrand } from '../support/telltale.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

// Operations that return little but personal data.
const closed = [
  'createLead',
  'createLeadBatch',
  'createWorkItem',
  'listMembers',
  'listNotes',
  'addNote',
  'editNote',
  'getWorkReport',
  'mailWorkReport',
  'getAsset',
  'updateCustomer',
  'archiveCustomer',
  'unarchiveCustomer',
  'mergeCustomer',
  'undoCustomerMerge',
  'exportCustomer',
  'eraseCustomer',
  'updateAddress',
  'listRequests',
  'getRequest',
  'getSubmission',
  'rescueLead',
  'listIntakes',
  'getIntake',
  'acceptIntake',
  'discardIntake',
  'restoreIntake',
  'createCalendarLink',
  'listCalendarLinks',
  'revokeCalendarLink',
];

interface Parameter {
  name: string;
  in: string;
}

await withEachServer('a key without personal data', (server) => {
  let receiver: Receiver;
  let document: Document;
  let brand: TelltaleBrand;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
    document = (await call(server, '/openapi.json')).body;
    brand = await makeTelltaleBrand(server, receiver);
  });
  after(() => receiver?.close());

  const ask = (method: string, path: string, body?: unknown) =>
    call(server, path, { key: brand.key, method, ...(body !== undefined && { body }) });

  test('a key with personal data is shown all of it', async () => {
    for (const path of ['leads', 'work-items', 'customers', 'address', 'events?limit=200']) {
      const { text } = await call(server, `/v1/api/${path}`, { key: brand.fullKey });
      assert.match(text, telltale, path);
    }
    const { text } = await call(server, '/v1/api/address', { key: brand.fullKey });
    assert.match(text, /52\.123456.*5\.987654/);
  });

  test('a right guess gets the same response as a wrong one', async () => {
    const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
      const { parameters = [] } = (get ?? {}) as { parameters?: Parameter[] };
      const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
      return names.length > 0 ? urlsOf(brand, path).map((url) => ({ url, names })) : [];
    });
    assert.ok(lists.length > 8);
    const seen = async (url: string) => {
      const { status, text } = await ask('GET', url);
      return { status, text };
    };
    for (const { url, names } of lists) {
      for (const name of names) {
        const answers = guesses.map((guess) => `${url}?${name}=${encodeURIComponent(guess)}`);
        const [first, ...others] = await Promise.all(answers.map(seen));
        // A wrong id of the same kind.
        const wrong = await Promise.all(
          answers.map((one) => seen(one.replaceAll(/tell/gi, 'ball').replace('98765', '98764'))),
        );
        assert.deepEqual([first, ...others], wrong, `${url}?${name}`);
      }
    }
    assertRefused(await ask('GET', '/v1/api/leads?q=telltale'), 'q');
    assertRefused(
      await ask('GET', '/v1/api/customers?email=a@b.nl&phone=0612345678'),
      'email',
      'phone',
    );
    assertRefused(await ask('GET', '/v1/api/address?postalCode=3511LN'), 'postalCode');
  });

  test('it can change only fields that it can see', async () => {
    const [{ id }] = brand.ids['leads'] as [{ id: string }];
    const path = `/v1/api/work-items/${id}`;
    const hidden = [
      'title',
      'description',
      'notes',
      'completionNotes',
      'budgetQuote',
      'hoursWorked',
      'materials',
      'signedBy',
    ];
    const patch = Object.fromEntries(hidden.map((field) => [field, 'Telltale-title']));
    assertRefused(await ask('PATCH', path, { ...patch, priority: 'high' }), ...hidden);
    const changed = await ask('PATCH', path, {
      priority: 'high',
      tags: ['roof'],
      estimatedCost: 100,
    });
    assert.deepEqual(
      [changed.status, changed.body.priority, changed.body.title],
      [200, 'high', ''],
    );
    const whole = await call(server, path, { key: brand.fullKey });
    assert.match(whole.body.notes, /telltale-notes/);
  });

  test('its webhooks send no personal data, and other webhooks are hidden', async () => {
    const full = webhookApi(server, brand.fullKey);
    const own = webhookApi(server, brand.key);
    const url = 'https://example.com/hook';
    const { id } = await full.create(url, { state: 'paused' });
    const quiet = await full.create(url, { state: 'paused', personalData: false });
    const other = await full.patch(quiet.id, { personalData: true });
    assertRefused(other, 'personalData');
    const made = await own.create(url, { state: 'paused' });
    assert.deepEqual([made.personalData, quiet.personalData], [false, false]);
    const asked = await own.post('', { url, personalData: true });
    assertRefused(asked, 'personalData');
    const { data } = (await own.get('')).body;
    assert.ok(data.every((one: { personalData: boolean }) => !one.personalData));
    assert.ok(data.some((one: { id: string }) => one.id === quiet.id));
    for (const answer of [
      await own.get(`/${id}`),
      await own.patch(id, { url }),
      await own.remove(id),
      await own.post(`/${id}/rotate-secret`),
      await own.post(`/${id}/ping`),
      await own.get(`/${id}/deliveries`),
      await own.post(`/${id}/replay`, { since: '2026-01-01T00:00:00Z' }),
    ]) {
      assertError(answer, 404);
    }
  });

  test('payloads rewritten by an erasure have none either', async () => {
    const fullKey = await server.createKey();
    const full = webhookApi(server, fullKey);
    const { id } = await full.create(receiver.url(`/quiet/${fullKey}`), { personalData: false });
    const customers: string[] = [];
    for (const name of ['telltale-one', 'telltale-two']) {
      const lead = { customerName: name, title: name, email: `${name}@example.com` };
      const made = await call(server, '/v1/api/leads', { key: fullKey, body: lead });
      customers.push(made.body.customerId);
    }
    const [one, two] = customers;
    const at = `/v1/api/customers/${one}`;
    const body = { customerId: two };
    const merged = await call(server, `${at}/merge`, { key: fullKey, body });
    assert.equal(merged.status, 200, merged.text);
    const undo = `${at}/merges/${merged.body.mergeId}/undo`;
    const undone = await call(server, undo, { key: fullKey, method: 'POST' });
    assert.equal(undone.status, 200, undone.text);
    const sent = await full.settled(id, 6);
    const erased = await eraseCustomer(server, fullKey, two!);
    assert.ok(erased.status < 300, erased.text);
    for (const delivery of sent) {
      const { text } = await full.get(`/${id}/deliveries/${delivery.id}`);
      assert.doesNotMatch(text, telltale);
    }
  });

  test('such a key says so, stays so when rotated, and has neither full nor customers:write', async () => {
    const owner = await signInAs(server);
    const make = (body: object) =>
      owner.call('/v1/app/keys', { body: { name: 'Assistant', ...body } });
    for (const scope of ['full', 'customers:write']) {
      const refused = await make({ scopes: ['leads:read', scope], personalData: false });
      assertRefused(refused, 'scopes');
    }
    const made = await make({ scopes: ['leads:read'], personalData: false });
    assert.deepEqual([made.status, made.body.personalData], [201, false]);
    const path = `/v1/app/keys/${made.body.id}/rotate`;
    const rotated = await owner.call(path, { body: { overlapHours: 1 } });
    for (const { key } of [made.body, rotated.body]) {
      const { body } = await call(server, '/v1/api/key', { key });
      assert.deepEqual([body.personalData, body.scopes], [false, ['leads:read']]);
    }
    const whole = await make({ scopes: ['full'] });
    assert.equal(whole.body.personalData, true);
  });

  // Last, because it deletes.
  test('no response of any operation has a canary, and each matches the reference', async () => {
    const order = ['get', 'post', 'patch', 'delete'];
    const operations = order.flatMap((method) =>
      Object.entries(document.paths).flatMap(([path, methods]) =>
        methods[method] ? [{ method, path, operation: methods[method] }] : [],
      ),
    );
    const answered = new Map<string, Set<number>>();
    for (const { method, path, operation } of operations) {
      const { operationId, requestBody } = operation;
      const content = requestBody?.content['application/json'];
      const samples = content
        ? Object.values(content.examples).map(({ value }) => value)
        : [undefined];
      const statuses = new Set<number>();
      for (const url of urlsOf(brand, path)) {
        for (const sample of samples) {
          const answer = await ask(method.toUpperCase(), url, sample);
          assertSilent(answer, `${method} ${url}`);
          if (answer.status < 300) assertDescribed(document, operationId, answer.status, answer);
          statuses.add(answer.status);
        }
        if (method === 'get') assertSilent(await ask('HEAD', url), `HEAD ${url}`);
      }
      answered.set(operationId, statuses);
    }
    const { body } = await ask('POST', '/v1/api/leads', {});
    assert.equal(
      body.message,
      'This key was made without personal data, and this call takes or shows it: use a key with personal data',
    );
    const refused = [...answered].filter(([, statuses]) => statuses.has(403));
    assert.deepEqual(refused.map(([id]) => id).sort(), closed.toSorted());
    const silent = [...answered].filter(([, statuses]) => ![...statuses].some((one) => one < 300));
    // No photo of this brand could be downloaded, and removing one answers 204 without a body.
    const expected = [...closed, 'removePhoto'].toSorted();
    assert.deepEqual(silent.map(([id]) => id).sort(), expected, 'the walk got nowhere');
    const received = receiver.received(brand.receivedAt);
    assert.ok(received.length > 10);
    for (const { headers, body } of received) {
      assert.doesNotMatch(`${JSON.stringify(headers)} ${body}`, telltale);
    }
  });
});

function urlsOf({ ids }: TelltaleBrand, path: string): string[] {
  const subject = path.split('/')[3]!;
  if (!path.includes('{')) return [path];
  return ids[subject]!.map((values) =>
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name),
  );
}

function assertSilent({ headers, text }: Answer, what: string): void {
  const all = `${JSON.stringify([...headers])} ${text}`;
  assert.doesNotMatch(all, telltale, what);
}
