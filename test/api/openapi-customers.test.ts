// Customer and address responses match the OpenAPI document.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  assertDescribed,
  describedAnswer,
  type Document,
  operationNamed,
} from '../support/open-api.ts';

await withEachServer('answers about customers and addresses', (server) => {
  let document: Document;
  let key: string;
  before(async () => {
    document = (await call(server, '/openapi.json')).body;
    key = await server.createKey();
  });

  const samples = (operationId: string) =>
    Object.values(
      operationNamed(document, operationId).requestBody!.content['application/json']!.examples,
    ).map(({ value }) => value);
  const assertSample = (operationId: string, status: number, name: string, answer: Answer) => {
    assertDescribed(document, operationId, status, answer);
    const { examples } = describedAnswer(document, operationId, status).content![
      'application/json'
    ]!;
    // Replaces ids, which differ from the sample's.
    const shape = (value: unknown) => JSON.stringify(value).replace(/[0-9a-f-]{36}/g, 'id');
    assert.equal(shape(answer.body), shape(examples[name]!.value));
  };
  const make = async () => (await createLead(server, key, { city: 'Utrecht' })).body;

  test('customers', async () => {
    const [kept, other] = [await make(), await make()];
    const at = `/v1/api/customers/${kept.customerId}`;
    const post = (path: string, body?: unknown) =>
      call(server, path, { key, method: 'POST', body });
    const page = await call(server, '/v1/api/customers?limit=1', { key });
    assertDescribed(document, 'listCustomers', 200, page);
    const read = await call(server, at, { key });
    assertDescribed(document, 'getCustomer', 200, read);
    const etag = read.headers.get('etag')!;
    const known = await call(server, at, { key, headers: { 'if-none-match': etag } });
    assertDescribed(document, 'getCustomer', 304, known);
    for (const body of samples('updateCustomer')) {
      const changed = await call(server, at, { key, method: 'PATCH', body });
      assertDescribed(document, 'updateCustomer', 200, changed);
    }
    const outdated = await call(server, at, {
      key,
      method: 'PATCH',
      body: {},
      headers: { 'if-match': etag },
    });
    assertDescribed(document, 'updateCustomer', 412, outdated);
    assertDescribed(document, 'archiveCustomer', 200, await post(`${at}/archive`));
    assertDescribed(document, 'unarchiveCustomer', 200, await post(`${at}/unarchive`));

    assertDescribed(document, 'mergeCustomer', 400, await post(`${at}/merge`, {}));
    const itself = await post(`${at}/merge`, { customerId: kept.customerId });
    assertSample('mergeCustomer', 409, 'itself', itself);
    const nobody = await post(`${at}/merge`, samples('mergeCustomer')[0]);
    assertSample('mergeCustomer', 404, 'unknown', nobody);
    const merged = await post(`${at}/merge`, { customerId: other.customerId });
    assertDescribed(document, 'mergeCustomer', 200, merged);
    const gone = await call(server, `/v1/api/customers/${other.customerId}`, { key });
    assertSample('getCustomer', 404, 'merged', gone);
    const merges = await call(server, `${at}/merges`, { key });
    assert.equal(merges.body.data.length, 1);
    assertDescribed(document, 'listCustomerMerges', 200, merges);
    const undo = `${at}/merges/${merged.body.mergeId}/undo`;
    assertDescribed(document, 'undoCustomerMerge', 200, await post(undo));
    assertSample('undoCustomerMerge', 409, 'undone', await post(undo));
  });

  test('addresses', async () => {
    const at = `/v1/api/address/${(await make()).addressId}`;
    const read = await call(server, at, { key });
    assertDescribed(document, 'getAddress', 200, read);
    const etag = read.headers.get('etag')!;
    const known = await call(server, at, { key, headers: { 'if-none-match': etag } });
    assertDescribed(document, 'getAddress', 304, known);
    assertDescribed(document, 'getAddress', 404, await call(server, `${at}0`, { key }));
    for (const body of samples('updateAddress')) {
      const changed = await call(server, at, { key, method: 'PATCH', body });
      assertDescribed(document, 'updateAddress', 200, changed);
    }
    const refused = await call(server, at, { key, method: 'PATCH', body: { latitude: 1 } });
    assertDescribed(document, 'updateAddress', 400, refused);
  });
});
