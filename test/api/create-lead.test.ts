// One call creates the work item in its response, with its customer and address. Own servers: they
// fetch photos as by default, so photos of unreachable hosts stay pending.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import {
  assertListedShape,
  assertShape,
  photoShape,
  sources,
  workItemShape,
} from '../support/shapes.ts';
import { submissionOf } from '../support/stored-records.ts';

withEachDatabase('creating a lead', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start();
  });
  after(() => server?.stop());

  const readBack = async (key: string, id: string) => {
    const { body } = await call(server, '/v1/api/leads?limit=200', { key });
    return body.data.find((lead: { id: string }) => lead.id === id);
  };

  test('the smallest lead gets every default', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    const sentAt = Date.now();
    const { status, headers, body } = await createLead(server, key, {
      customerName: 'Jan Jansen',
      title: 'Leaking tap',
    });
    assert.equal(status, 201);
    assert.equal(headers.get('content-type'), 'application/json; charset=utf-8');
    assert.equal(headers.get('location'), `/v1/api/work-items/${body.id}`);
    assertShape(body, workItemShape);
    const { id, customerId, createdAt, updatedAt, receivedAt, ...rest } = body;
    assert.deepEqual(rest, {
      brandId,
      addressId: null,
      title: 'Leaking tap',
      description: '',
      status: 'request',
      priority: 'medium',
      category: null,
      customerSignature: null,
      scheduledStart: null,
      scheduledEnd: null,
      actualStart: null,
      actualEnd: null,
      source: 'web',
      customStatusId: null,
      estimatedCost: null,
      finalCost: null,
      budgetQuote: null,
      notes: null,
      completionNotes: null,
      hoursWorked: null,
      materials: null,
      signedBy: null,
      tags: null,
      assigneeId: null,
      followUpAt: null,
      createdBy: null,
      updatedBy: null,
      deletedAt: null,
      archivedAt: null,
    });
    for (const time of [createdAt, updatedAt, receivedAt]) {
      assert.ok(Date.parse(time) >= sentAt && Date.parse(time) <= Date.now(), time);
    }

    const listed = await readBack(key, id);
    assertListedShape(listed);
    assert.equal(listed.address, null);
    const { createdAt: _, updatedAt: __, ...customer } = listed.customer;
    assert.deepEqual(customer, {
      id: customerId,
      brandId,
      name: 'Jan Jansen',
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      secondaryPhone: null,
      companyName: '',
      isCompany: false,
      status: 'active',
      addressId: '',
      notes: null,
      tags: null,
      createdBy: null,
      updatedBy: null,
      deletedAt: null,
      archivedAt: null,
    });
  });

  test('a full lead comes back in its work item, customer and address', async () => {
    const key = await server.createKey();
    const sent = {
      customerName: 'Ada de Vries',
      title: 'Nieuwe badkamer – 2e étage 🛁',
      street: 'Oudegracht',
      streetNumber: '12',
      streetNumberAddition: 'bis',
      postalCode: '3511 LN',
      city: 'Utrecht',
      country: 'Nederland',
      firstName: 'Ada',
      lastName: 'de Vries',
      email: 'Ada@Example.com',
      phone: '+31 (0)6 1234-5678',
      companyName: 'De Vries BV',
      description: 'Eerste regel\nTweede regel\tmet tab',
      category: 'plumbing',
      priority: 'urgent',
      budgetQuote: '€ 5.000 – 7.500',
      notes: 'Na vijven bellen',
      photoUrls: ['https://example.com/1.jpg'],
      source: 'whatsapp',
    };
    const { status, body } = await createLead(server, key, sent);
    assert.equal(status, 201);
    const { photos, ...item } = body;
    assertShape(item, workItemShape);
    const ofItem = [
      'title',
      'description',
      'category',
      'priority',
      'budgetQuote',
      'notes',
    ] as const;
    for (const name of ofItem) assert.equal(item[name], sent[name]);
    assert.equal(item.source, 'whatsapp');

    const listed = await readBack(key, body.id);
    assertListedShape(listed);
    const { customer, address, ...listedItem } = listed;
    assert.deepEqual(listedItem, { ...item, photos });
    const { name, firstName, lastName, email, phone, companyName, isCompany, addressId } = customer;
    assert.deepEqual(
      { customerName: name, firstName, lastName, email, phone, companyName },
      {
        customerName: sent.customerName,
        firstName: sent.firstName,
        lastName: sent.lastName,
        email: sent.email,
        phone: sent.phone,
        companyName: sent.companyName,
      },
    );
    assert.equal(isCompany, true);
    assert.equal(addressId, item.addressId);
    const { id, brandId, latitude, longitude, ...parts } = address;
    assert.equal(id, item.addressId);
    assert.equal(brandId, item.brandId);
    assert.ok(Math.abs(latitude - 52.09) < 0.1 && Math.abs(longitude - 5.12) < 0.1);
    assert.deepEqual(parts, {
      country: 'Nederland',
      stateProvince: null,
      city: 'Utrecht',
      postalCode: '3511 LN',
      street: 'Oudegracht',
      streetNumber: '12',
      streetNumberAddition: 'bis',
      locationNotes: null,
    });
  });

  test('the Location can be read and gives the same work item', async () => {
    const key = await server.createKey();
    for (const lead of [{}, { city: 'Utrecht', photoUrls: [] }, { photoUrls: ['https://a.nl'] }]) {
      const made = await createLead(server, key, lead);
      const read = await call(server, made.headers.get('location')!, { key });
      assert.equal(read.status, 200);
      assert.deepEqual(read.body, made.body);
    }
  });

  test('photos are returned in order, with every field, only when they were sent', async () => {
    const key = await server.createKey();
    const without = {
      assetId: null,
      contentType: null,
      sizeBytes: null,
      width: null,
      height: null,
    };
    const pending = (url: string) => ({ url, status: 'pending', ...without, error: null });
    const failed = (url: string, error: string) => ({ url, status: 'failed', ...without, error });
    const ten = Array.from({ length: 10 }, (_, index) => `https://example.com/${index}.jpg`);
    const odd = {
      'http://example.com/a.jpg': 'not_https',
      'no url at all': 'invalid_url',
      'https://127.0.0.1/': 'blocked_address',
      'ftp://x': 'not_https',
      é: 'invalid_url',
    };
    const cases: [unknown, unknown][] = [
      [undefined, undefined],
      [null, undefined],
      ['  ', undefined],
      [[], []],
      [ten, ten.map(pending)],
      [ten.toReversed(), ten.toReversed().map(pending)],
      [Object.keys(odd), Object.entries(odd).map(([url, error]) => failed(url, error))],
      [
        ['https://a.nl/x', 'https://a.nl/x'],
        [pending('https://a.nl/x'), pending('https://a.nl/x')],
      ],
      [['  https://a.nl/y '], [pending('https://a.nl/y')]],
    ];
    for (const [photoUrls, expected] of cases) {
      const { status, body } = await createLead(server, key, { photoUrls });
      assert.equal(status, 201);
      assert.deepEqual(body.photos, expected);
      assert.equal('photos' in body, expected !== undefined);
      for (const photo of body.photos ?? []) assertShape(photo, photoShape);
      const listed = await readBack(key, body.id);
      assert.deepEqual(listed.photos, expected);
      assert.equal('photos' in listed, expected !== undefined);
    }
  });

  test('strings are trimmed, and an optional field may be null or blank instead of absent', async () => {
    const key = await server.createKey();
    const padded = await createLead(server, key, {
      customerName: '  Jan \n',
      title: '\tTap\u00a0',
      priority: ' high ',
      source: ' phone',
      email: ' jan@example.com ',
      phone: '\t0612345678\n',
      description: ' two\n\nparagraphs ',
    });
    assert.equal(padded.status, 201);
    const { title, priority, source, description } = padded.body;
    assert.deepEqual([title, priority, source], ['Tap', 'high', 'phone']);
    assert.equal(description, 'two\n\nparagraphs');
    const { customer } = await readBack(key, padded.body.id);
    const { name, email, phone } = customer;
    assert.deepEqual([name, email, phone], ['Jan', 'jan@example.com', '0612345678']);

    const optional = [
      ['street', 'streetNumber', 'streetNumberAddition', 'postalCode', 'city', 'country'],
      ['firstName', 'lastName', 'email', 'phone', 'companyName', 'description', 'category'],
      ['priority', 'budgetQuote', 'notes', 'photoUrls', 'source'],
    ].flat();
    const variable = new Set(['id', 'customerId', 'createdAt', 'updatedAt', 'receivedAt']);
    const plain = (item: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(item).filter(([field]) => !variable.has(field)));
    const smallest = plain((await createLead(server, key)).body);
    for (const nothing of [null, '', '   ', '\n\t']) {
      const lead = Object.fromEntries(optional.map((field) => [field, nothing]));
      const { status, body } = await createLead(server, key, lead);
      assert.equal(status, 201, JSON.stringify(body));
      assert.deepEqual(plain(body), smallest);
      const listed = await readBack(key, body.id);
      assert.equal(listed.customer.isCompany, false);
      assert.equal(listed.customer.email, '');
    }
  });

  test('every source can be sent', async () => {
    const key = await server.createKey();
    for (const source of sources) {
      assert.equal((await createLead(server, key, { source })).body.source, source);
    }
  });

  test('unknown fields are ignored, and the submission is stored byte for byte', async () => {
    const key = await server.createKey();
    const raw =
      '{ "title":"Tap", "customerName" : "Jan\\u00e9", "utm_source":"ads","status":"completed",\n' +
      ' "id":"mine","createdBy":"me","brandId":"other","__proto__":{"priority":"low"},' +
      '"constructor":1,"nested":{"a":[1,2,{"b":null}]},"completionNotes":"x","big":1e400, "customer":{} }\n';
    const { status, body, headers } = await call(server, '/v1/api/leads', { key, rawBody: raw });
    assert.equal(status, 201);
    assertShape(body, workItemShape);
    const { title, status: state, priority, createdBy, completionNotes } = body;
    assert.deepEqual(
      [title, state, priority, createdBy, completionNotes],
      ['Tap', 'request', 'medium', null, null],
    );
    assert.notEqual(body.id, 'mine');
    assert.notEqual(body.brandId, 'other');
    const kept = await submissionOf(server, body.id);
    assert.equal(kept.body, raw);
    assert.equal(kept.brandId, body.brandId);
    assert.equal(kept.requestId, headers.get('x-request-id'));
    assert.equal(kept.receivedAt, Date.parse(body.receivedAt));
  });

  test('a byte order mark is skipped', async () => {
    const key = await server.createKey();
    const rawBody = '\ufeff{"customerName":"José","title":"Tap 🛁"}';
    const { status, body } = await call(server, '/v1/api/leads', { key, rawBody });
    assert.equal(status, 201);
    assert.equal(body.title, 'Tap 🛁');
    assert.equal((await submissionOf(server, body.id)).body, rawBody.slice(1));
  });

  test('text that databases reject is stored safely', async () => {
    const key = await server.createKey();
    const title = `O'Hara "; drop table work_items; -- \\ % _ \u202e 漢字 👩‍👩‍👧`;
    const { status, body } = await createLead(server, key, {
      title,
      description: 'zero\u0000byte, bell\u0007, lone \ud800 surrogate',
    });
    assert.equal(status, 201);
    assert.equal(body.title, title);
    assert.equal(body.description, 'zerobyte, bell, lone \ufffd surrogate');
    assert.deepEqual((await readBack(key, body.id)).title, title);
  });
});
