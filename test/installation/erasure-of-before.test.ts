// Earlier addresses, names and contact details of a person are erased and exported with them.
// Refused requests are recognised by their text only. Own servers: all of their tables are
// searched.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { systemAuthor } from '#core/author.ts';
import { insertEvents } from '#db/events/events.ts';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { eraseCustomer, looksOften, untilForgotten } from '../support/erasure.ts';
import { assertDescribed } from '../support/open-api.ts';
import type { TestServer } from '../support/server.ts';
import { tracesOf } from '../support/traces.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('what was known before', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: looksOften });
  });
  after(() => server?.stop());

  const newBrand = async () => {
    const brand = await server.createBrand();
    return { brandId: brand.id, key: await server.createKey({ brandId: brand.id }) };
  };
  const patch = async (key: string, path: string, body: unknown) => {
    const answer = await call(server, path, { key, method: 'PATCH', body });
    assert.equal(answer.status, 200, answer.text);
  };
  const exportOf = (key: string, id: string) =>
    call(server, `/v1/api/customers/${id}/export`, { key });
  const erase = async (key: string, id: string) => {
    const { status, text } = await eraseCustomer(server, key, id);
    assert.ok([202, 204].includes(status), text);
    await untilForgotten(server);
  };
  const foundAt = async (key: string, q: string) =>
    (await call(server, `/v1/api/address?q=${q}`, { key })).body.data.length;

  test('former addresses', async () => {
    const { key } = await newBrand();
    const person = { customerName: 'Orla Canary', email: 'orla@example.com' };
    const leadAt = async (street: string) =>
      (await createLead(server, key, { ...person, street, city: 'Utrecht' })).body;
    const first = await leadAt('Canaryfirst');
    const second = await leadAt('Canarysecond');
    const third = await leadAt('Canarythird');
    const { customerId } = first;
    // Another customer has been at the third one since.
    const other = (await createLead(server, key, { email: 'other@example.com' })).body;
    await patch(key, `/v1/api/work-items/${other.id}`, { addressId: third.addressId });
    const { addressId } = second;
    for (const { id } of [first, third]) {
      await patch(key, `/v1/api/work-items/${id}`, { addressId });
    }
    await patch(key, `/v1/api/customers/${customerId}`, { addressId });

    const answer = await exportOf(key, customerId);
    const document = (await call(server, '/openapi.json')).body;
    assertDescribed(document, 'exportCustomer', 200, answer);
    const streets = (addresses: { street: string }[]) => addresses.map(({ street }) => street);
    const exported = answer.body;
    assert.deepEqual(streets(exported.addresses).toSorted(), ['Canaryfirst', 'Canarysecond']);
    const moved = exported.workItems.find(({ id }: { id: string }) => id === first.id);
    assert.deepEqual(streets(moved.formerAddresses), ['Canaryfirst']);

    await erase(key, customerId);
    assert.equal(await foundAt(key, 'canaryfirst'), 0);
    assert.equal(await foundAt(key, 'canarysecond'), 0);
    assert.equal(await foundAt(key, 'canarythird'), 1);
    assert.deepEqual(await tracesOf(server, ['canaryfirst', 'canarysecond']), []);
  });

  const refused: [what: string, body: string, isReached: boolean][] = [
    ['a form', 'customerName=Orla+Canary&phone=%2B31+6+1112+2233&word=trace1', true],
    ['an old encoding', 'caf%E9&email=orla.nieuw%40x.nl&word=trace2', true],
    ['an earlier address', '{"email":"orla.oud@x.nl","word":"trace3"}', true],
    ['halves of the name', '{"firstName":"Orla","lastName":"Canary","word":"trace4"}', false],
    ['halves in a form', 'voornaam=Orla&achternaam=Canary&word=trace5', false],
    ['an earlier name', '{"customerName":"Orla Vroeger","word":"trace6"}', false],
    ['an earlier half', '{"firstName":"Oorla","lastName":"Canary","word":"trace7"}', false],
    ['a number in a lead', '{"phone":"06-55 66 77 88","word":"trace8"}', true],
    ['what is no JSON', '{"firstName":"Orla","lastName":"Canary","word":"trace9",', false],
  ];

  test('their refused requests, under any former name', async () => {
    const { key } = await newBrand();
    const lead = {
      customerName: 'Orla Vroeger',
      firstName: 'Oorla',
      lastName: 'Canary',
      email: 'orla.oud@x.nl',
    };
    const { customerId } = (await createLead(server, key, lead)).body;
    const path = `/v1/api/customers/${customerId}`;
    await patch(key, path, { phone: '+31611122233' });
    await patch(key, path, { name: 'Orla Canary', firstName: 'Orla', email: 'orla.nieuw@x.nl' });
    await createLead(server, key, { email: 'orla.nieuw@x.nl', phone: '0655667788' });
    // Values sent or written by mistake belong to another person.
    const dove = { customerName: 'Dove', email: 'dove@x.nl', phone: '0699887766' };
    await createLead(server, key, dove);
    await createLead(server, key, { email: 'orla.nieuw@x.nl', phone: '0699887766' });
    for (const email of ['dove@x.nl', 'orla.nieuw@x.nl']) await patch(key, path, { email });
    const ofDove = [
      '{"phone":"0699887766","word":"keep1"}',
      '{"email":"dove@x.nl","word":"keep2"}',
    ];
    for (const body of [...refused.map(([, text]) => text), ...ofDove]) {
      const answer = await call(server, '/v1/api/leads', { key, rawBody: body });
      assert.equal(answer.status, 400, answer.text);
    }
    const logged = async () =>
      (await call(server, '/v1/api/requests?status=400&limit=50', { key })).body.data.length;
    await eventually(async () => (await logged()) === refused.length + ofDove.length);

    const { requests } = (await exportOf(key, customerId)).body;
    const bodies = requests.map(({ body }: { body: string }) => body);
    const reached = refused.filter(([, , isReached]) => isReached).map(([, body]) => body);
    assert.deepEqual(bodies.toSorted(), reached.toSorted());

    const answer = await eraseCustomer(server, key, customerId);
    assert.equal(answer.status, 202, 'there are requests to be looked through');
    await untilForgotten(server);
    for (const [index, [what]] of refused.entries()) {
      assert.deepEqual(await tracesOf(server, [`trace${index + 1}`]), [], what);
    }
    for (const word of ['keep1', 'keep2']) assert.notDeepEqual(await tracesOf(server, [word]), []);
  });

  test('an export includes the latest events', async () => {
    const { key, brandId } = await newBrand();
    const { customerId } = (await createLead(server, key)).body;
    const event = { ...systemAuthor, brandId, subjectId: customerId, reason: null };
    // Pending events of another server, not yet numbered. The first may be numbered with those of
    // the lead.
    for (const notes of ['first', 'second', 'third']) {
      const changes = { notes: { before: null, after: notes } };
      const told = { ...event, type: 'customer.updated' as const, changes, createdAt: Date.now() };
      await server.withDatabase((db) => insertEvents(db, [told]));
      const { history } = (await exportOf(key, customerId)).body;
      assert.deepEqual(history.at(-1).changes, changes);
    }
  });
});
