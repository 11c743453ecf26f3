// The OpenAPI document and the service agree on receipts, events, webhooks, headers and lists.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventTypes } from '#contract/event-lists.ts';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  assertDescribed,
  describedAnswer,
  type Document,
  errorsIn,
  operationNamed,
  operationsOf,
  type Schema,
} from '../support/open-api.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { webhookApi } from '../support/webhooks.ts';

await withEachServer('the OpenAPI document and the service', (server) => {
  let receiver: Receiver;
  let document: Document;
  let brandId: string;
  let key: string;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
    document = (await call(server, '/openapi.json')).body;
    brandId = (await server.createBrand()).id;
    key = await server.createKey({ brandId });
  });
  after(() => receiver?.close());

  const newLead = async () => (await createLead(server, key, { city: 'Utrecht' })).body;
  const schemaNamed = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  test('a key that may not read gets the receipt of the document', async () => {
    const scopes = ['leads:write', 'customers:write'] as const;
    const writer = await server.createKey({ brandId, scopes: [...scopes] });
    const [one, other] = [await newLead(), await newLead()];
    const customer = `/v1/api/customers/${one.customerId}`;
    const item = `/v1/api/work-items/${one.id}`;
    await call(server, item, { key, method: 'DELETE' });
    const merge = { body: { customerId: other.customerId } };
    const changes: [id: string, receipt: string, method: string, path: string, sent?: object][] = [
      ['restoreWorkItem', 'WorkItemReceipt', 'POST', `${item}/restore`],
      ['updateWorkItem', 'WorkItemReceipt', 'PATCH', item, { body: { title: 'Sink' } }],
      ['updateCustomer', 'CustomerReceipt', 'PATCH', customer, { body: { notes: 'Rings twice' } }],
      ['archiveCustomer', 'CustomerReceipt', 'POST', `${customer}/archive`],
      ['unarchiveCustomer', 'CustomerReceipt', 'POST', `${customer}/unarchive`],
      [
        'updateAddress',
        'AddressReceipt',
        'PATCH',
        `/v1/api/address/${one.addressId}`,
        { body: {} },
      ],
      ['mergeCustomer', 'CustomerMergeReceipt', 'POST', `${customer}/merge`, merge],
    ];
    let mergeId = '';
    const check = async ([id, receipt, method, path, sent]: (typeof changes)[number]) => {
      const answer = await call(server, path, { key: writer, method, ...sent });
      assertDescribed(document, id, 200, answer);
      assert.deepEqual(errorsIn(document, schemaNamed(receipt), answer.body), [], id);
      const { anyOf } = describedAnswer(document, id, 200).content!['application/json']!.schema;
      assert.deepEqual((anyOf as Schema[])[1], schemaNamed(receipt), id);
      mergeId ||= answer.body.mergeId;
    };
    for (const change of changes) await check(change);
    const undo = `${customer}/merges/${mergeId}/undo`;
    await check(['undoCustomerMerge', 'CustomerReceipt', 'POST', undo]);
    const described = operationsOf(document).filter(({ operation }) =>
      JSON.stringify(operation.responses).includes('Receipt"'),
    );
    assert.equal(described.length, changes.length + 1, 'every operation with receipts is tried');
  });

  test('events are a union by type, in the feed and in webhooks', async () => {
    const own = await server.createKey();
    const { body: hook } = await call(server, '/v1/api/webhooks', {
      key: own,
      body: { url: receiver.url('/typed') },
    });
    const lead = (await createLead(server, own, { city: 'Utrecht' })).body;
    const patch = (path: string, body: object) =>
      call(server, `/v1/api/${path}`, { key: own, method: 'PATCH', body });
    await patch(`work-items/${lead.id}`, { status: 'pending' });
    await patch(`customers/${lead.customerId}`, { name: 'Piet' });
    await patch(`address/${lead.addressId}`, { street: 'Oudegracht' });
    await webhookApi(server, own).post(`/${hook.id}/ping`);

    const feed = await call(server, '/v1/api/events', { key: own });
    assertDescribed(document, 'listEvents', 200, feed);
    const types: string[] = feed.body.data.map((event: { type: string }) => event.type);
    const wanted = ['lead.created', 'lead.converted', 'customer.updated', 'address.updated'];
    for (const type of wanted) assert.ok(types.includes(type), `${type} of ${types}`);
    const [first] = feed.body.data;
    for (const wrong of [
      { ...first, type: 'lead.lost' },
      { ...first, data: { id: '1' } },
    ]) {
      assert.notDeepEqual(errorsIn(document, schemaNamed('Event'), wrong), []);
    }
    const { oneOf, discriminator } = document.components.schemas['Event'] as {
      oneOf: Schema[];
      discriminator: { mapping: Record<string, string> };
    };
    assert.deepEqual(Object.keys(discriminator.mapping), [...eventTypes]);
    assert.deepEqual(
      oneOf.map(({ $ref }) => $ref),
      Object.values(discriminator.mapping),
    );

    assert.deepEqual(Object.keys(document.webhooks), [...eventTypes, 'ping']);
    const messages = await receiver.until('/typed', types.length + 1);
    for (const { headers, event } of messages) {
      const { requestBody, parameters } = document.webhooks[event.type]!['post']!;
      const { schema } = requestBody!.content['application/json']!;
      const [typed] = (schema['allOf'] as Schema[] | undefined) ?? [schema];
      const { timestamp, ...rest } = event;
      const message = event.type === 'ping' ? event : rest;
      assert.deepEqual(errorsIn(document, typed!, message), [], event.type);
      assert.deepEqual(errorsIn(document, schemaNamed('MessageTime'), { timestamp }), []);
      for (const { $ref } of parameters as unknown as { $ref: string }[]) {
        assert.ok(headers[$ref.split('/').at(-1)!], $ref);
      }
    }
  });

  test('If-None-Match is described where 304 is, and If-Match where 412 is', () => {
    for (const { name, operation } of operationsOf(document)) {
      const names = new Set(operation.parameters?.map((parameter) => parameter.name));
      assert.equal(names.has('If-None-Match'), '304' in operation.responses, name);
      assert.equal(names.has('If-Match'), '412' in operation.responses, name);
    }
  });

  test('If-Match is read by exactly the changes that describe it', async () => {
    const lead = await newLead();
    const hook = (
      await call(server, '/v1/api/webhooks', { key, body: { url: receiver.url('/none') } })
    ).body;
    const idOf: Record<string, string> = {
      'work-items': lead.id,
      customers: lead.customerId,
      address: lead.addressId,
      webhooks: hook.id,
    };
    await call(server, `/v1/api/work-items/${lead.id}`, { key, method: 'DELETE' });
    const restore = `/v1/api/work-items/${lead.id}/restore`;
    const headers = { 'if-match': '"0"' };
    assertDescribed(
      document,
      'restoreWorkItem',
      412,
      await call(server, restore, { key, method: 'POST', headers }),
    );
    await call(server, restore, { key, method: 'POST' });
    const changes = operationsOf(document).filter(
      ({ name }) =>
        /^(POST|PATCH|DELETE) \/v1\/api\/[\w-]+\/\{id\}/.test(name) && !/restore/.test(name),
    );
    for (const { name, operation } of changes) {
      const [method, path] = name.split(' ') as [string, string];
      const id = idOf[path.split('/')[3]!];
      if (id === undefined || path.includes('Id}')) continue;
      const query = path === '/v1/api/customers/{id}' && method === 'DELETE' ? '?erase=true' : '';
      const body = operation.requestBody && {
        body: path.endsWith('/merge')
          ? { customerId: (await newLead()).customerId }
          : path.endsWith('/replay')
            ? { since: '2100-01-01T00:00:00Z' }
            : path.endsWith('/notes')
              ? { text: 'Late' }
              : {},
      };
      const sent = { key, method, headers, ...body };
      const { status } = await call(server, path.replace('{id}', id) + query, sent);
      assert.equal(status === 412, '412' in operation.responses, `${name}: ${status}`);
    }
  });

  test('a merge patch has its media type; another body is 415 at every change', async () => {
    const { id } = await newLead();
    const patched = await call(server, `/v1/api/work-items/${id}`, {
      key,
      method: 'PATCH',
      body: { title: 'Sink' },
      headers: { 'content-type': 'application/merge-patch+json' },
    });
    assertDescribed(document, 'updateWorkItem', 200, patched);
    for (const { name, operation } of operationsOf(document)) {
      const [method, path] = name.split(' ') as [string, string];
      if (method === 'PATCH') {
        assert.ok(operation.requestBody!.content['application/merge-patch+json'], name);
      }
      const answer = await call(server, path.replaceAll(/\{\w+\}/g, id), {
        key,
        method,
        rawBody: 'title=Tap',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      assert.equal(answer.status === 415, '415' in operation.responses, `${name}: ${answer.text}`);
      if (answer.status === 415) assertDescribed(document, operation.operationId, 415, answer);
    }
  });

  test('a filter with several values is repeated or separated by commas', async () => {
    await newLead();
    const lists: [operationId: string, path: string, name: string, values: string[]][] = [
      ['listLeads', 'leads', 'status', ['request', 'lost']],
      ['listLeads', 'leads', 'tag', ['a', 'b']],
      ['listEvents', 'events', 'type', ['lead.created', 'photo.stored']],
      ['listAddresses', 'address', 'city', ['Utrecht', 'Delft']],
      ['listRequests', 'requests', 'status', ['404', '5xx']],
    ];
    for (const [operationId, path, name, values] of lists) {
      const { schema } = operationNamed(document, operationId).parameters!.find(
        (parameter) => parameter.name === name,
      )!;
      const several = values.join(',');
      for (const [value, query] of [
        [values, values.map((one) => `${name}=${one}`).join('&')],
        [several, `${name}=${several}`],
        [`${several},`, `${name}=${several},`],
        ['', `${name}=`],
      ] as const) {
        const { status } = await call(server, `/v1/api/${path}?${query}`, { key });
        const isValid = errorsIn(document, schema, value).length === 0;
        assert.equal(status, isValid ? 200 : 400, `${path} ${query}`);
      }
    }
  });

  test('names a contact, a licence, and a q that the service takes', async () => {
    const { contact, license } = document.info;
    assert.equal((await call(server, contact.url)).status, 200);
    assert.deepEqual(license, { name: 'MIT', identifier: 'MIT' });
    const { schema, description } = operationNamed(document, 'listLeads').parameters!.find(
      ({ name }) => name === 'q',
    )!;
    // Said in words: a pattern for letters and digits of all scripts breaks generated clients.
    assert.match(description!, /Must have a letter or digit/);
    const hasNoLetterOrDigit = ['😀', '-!'];
    for (const q of ['tap', 'é', '7', '', ' ', ...hasNoLetterOrDigit]) {
      const isValid = errorsIn(document, schema, q).length === 0 && !hasNoLetterOrDigit.includes(q);
      const { status } = await call(server, `/v1/api/leads?q=${encodeURIComponent(q)}`, { key });
      assert.equal(status, isValid ? 200 : 400, q);
    }
  });
});
