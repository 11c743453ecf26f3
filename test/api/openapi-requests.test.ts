// Request bodies of the OpenAPI document: a field takes null and blank exactly where the service does.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  type Document,
  errorsIn,
  operationNamed,
  operationsOf,
  type Schema,
} from '../support/open-api.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

type Body = Record<string, unknown>;

/** A body that is accepted, and how to send it, as often as needed. */
interface Sent {
  body: Body;
  send(body: Body): Promise<Answer>;
}

const isGiven = (value: unknown) =>
  typeof value === 'string' ? /[^\s\u200b]/.test(value) : Boolean(value);

await withEachServer('requests of the OpenAPI document', (server) => {
  let receiver: Receiver;
  let document: Document;
  let key: string;
  before(async () => {
    receiver = await startReceiver({ isShared: true });
    document = (await call(server, '/openapi.json')).body;
    key = await server.createKey();
  });
  after(() => receiver?.close());

  const send = (method: string, path: string) => (body: Body) =>
    call(server, `/v1/api${path}`, { key, method, body });
  const made = async (fields: Body = {}) =>
    (await createLead(server, key, { city: 'Utrecht', ...fields })).body;
  const webhook = async () =>
    (await send('POST', '/webhooks')({ url: receiver.url('/requests') })).body.id as string;
  const withoutIt = (path: string) => async (answer: Answer) => {
    await call(server, `/v1/api${path}/${answer.body.id}`, { key, method: 'DELETE' });
    return answer;
  };
  const lead = { customerName: 'Jan', title: 'Tap' };

  // By operation; `requests` covers every operation with a body.
  const requests: Record<string, () => Promise<Sent>> = {
    createLead: async () => ({ body: lead, send: send('POST', '/leads') }),
    createLeadBatch: async () => ({
      body: { leads: [lead], dryRun: true },
      send: send('POST', '/leads/batch'),
    }),
    createWorkItem: async () => {
      const { customerId } = await made();
      return {
        body: { title: 'Gutter' },
        // One of two fields is needed, which the schema leaves to its description.
        send: (body) => {
          if (isGiven(body['customer']) || isGiven(body['customerId']))
            return send('POST', '/work-items')(body);
          const other = 'customerId' in body ? { customer: { name: 'Jan' } } : { customerId };
          return send('POST', '/work-items')({ ...body, ...other });
        },
      };
    },
    updateWorkItem: async () => ({
      body: {},
      send: send('PATCH', `/work-items/${(await made()).id}`),
    }),
    addNote: async () => ({
      body: { text: 'Called back' },
      send: send('POST', `/work-items/${(await made()).id}/notes`),
    }),
    editNote: async () => {
      const path = `/work-items/${(await made()).id}/notes`;
      const { id } = (await send('POST', path)({ text: 'Called' })).body;
      return { body: { text: 'Called back' }, send: send('PATCH', `${path}/${id}`) };
    },
    addPhotos: async () => ({
      body: { photoUrls: ['not a url'] },
      send: send('POST', `/work-items/${(await made()).id}/photos`),
    }),
    updateCustomer: async () => ({
      body: {},
      send: send('PATCH', `/customers/${(await made()).customerId}`),
    }),
    mergeCustomer: async () => ({
      body: { customerId: (await made()).customerId },
      send: send('POST', `/customers/${(await made()).customerId}/merge`),
    }),
    updateAddress: async () => ({
      body: {},
      send: send('PATCH', `/address/${(await made()).addressId}`),
    }),
    acceptIntake: async () => ({
      body: {},
      send: () => Promise.reject(new Error('has no fields')),
    }),
    rescueLead: async () => ({ body: {}, send: () => Promise.reject(new Error('has no fields')) }),
    createCalendarLink: async () => ({
      body: { name: 'Phone' },
      send: async (body) =>
        withoutIt('/calendar-links')(await send('POST', '/calendar-links')(body)),
    }),
    createWebhook: async () => ({
      body: { url: receiver.url('/requests') },
      send: async (body) => withoutIt('/webhooks')(await send('POST', '/webhooks')(body)),
    }),
    updateWebhook: async () => ({ body: {}, send: send('PATCH', `/webhooks/${await webhook()}`) }),
    replayWebhook: async () => ({
      body: { since: '2100-01-01T00:00:00Z' },
      send: send('POST', `/webhooks/${await webhook()}/replay`),
    }),
  };

  const schemaOf = (operationId: string) =>
    operationNamed(document, operationId).requestBody!.content['application/json']!.schema;
  const componentOf = (schema: Schema) =>
    document.components.schemas[String(schema['$ref']).split('/').at(-1)!] as {
      properties?: Record<string, Schema>;
      required?: string[];
    };

  /** Fails unless the schema accepts the body exactly when the service does. */
  const compare = async (schema: Schema, { send }: Sent, body: Body, what: string) => {
    const isValid = errorsIn(document, schema, body).length === 0;
    const { status, text } = await send(body);
    assert.ok([200, 201, 202, 400, 404].includes(status), `${what}: ${text}`);
    assert.equal(status !== 400, isValid, `${what}: ${text}`);
  };

  test('every operation with a body is tried', () => {
    const taking = operationsOf(document).filter(({ operation }) => operation.requestBody);
    assert.deepEqual(
      taking.map(({ operation }) => operation.operationId).sort(),
      Object.keys(requests).sort(),
    );
  });

  for (const [operationId, request] of Object.entries(requests)) {
    test(`${operationId}: null, blank and unknown fields`, async () => {
      const schema = schemaOf(operationId);
      const { properties = {} } = componentOf(schema);
      const sent = await request();
      for (const name of Object.keys(properties)) {
        for (const value of [null, '', ' \n', '\u200b', -1, true]) {
          const body = { ...sent.body, [name]: value };
          await compare(schema, sent, body, `${name}: ${JSON.stringify(value)}`);
        }
      }
      if (Object.keys(properties).length === 0) return;
      await compare(schema, sent, { ...sent.body, ofNobody: 1 }, 'an unknown field');
    });
  }

  test('parts of a job, and leads of a batch', async () => {
    const job = await requests['createWorkItem']!();
    const batch = await requests['createLeadBatch']!();
    const parts: [string, Body, (part: Body) => Body][] = [
      ['NewCustomer', { name: 'Jan' }, (customer) => ({ ...job.body, customer })],
      ['NewAddress', { city: 'Utrecht', street: 'A' }, (address) => ({ ...job.body, address })],
    ];
    for (const [name, part, within] of parts) {
      for (const field of [
        ...Object.keys(document.components.schemas[name]!['properties']!),
        'x',
      ]) {
        for (const value of [null, '', ' ', '\u200b']) {
          const body = within({ ...part, [field]: value });
          await compare(schemaOf('createWorkItem'), job, body, `${name} ${field}`);
        }
      }
    }
    const reference = { $ref: '#/components/schemas/LeadSubmission' };
    for (const field of Object.keys(componentOf(reference).properties!)) {
      for (const value of [null, '', ' ', '\u200b']) {
        const one = { ...lead, [field]: value };
        const { body } = await batch.send({ leads: [one], dryRun: true });
        const isValid = errorsIn(document, reference, one).length === 0;
        assert.equal(body.data[0].error === null, isValid, `${field}: ${JSON.stringify(value)}`);
      }
    }
  });

  test('no field of a request body has a default, no list is without a name, none holds null', () => {
    const walk = (value: unknown, path: string, isBody: boolean) => {
      if (typeof value !== 'object' || value === null) return;
      const node = value as Record<string, unknown>;
      if (Array.isArray(node['enum'])) {
        assert.match(path, /^\/components\/schemas\/\w+$/, 'a list without a name');
        assert.ok(!node['enum'].includes(null), `${path} holds null`);
      }
      if (isBody && !path.endsWith('/properties')) assert.ok(!('default' in node), path);
      if (isBody && typeof node['$ref'] === 'string') {
        walk(componentOf(node), node['$ref'].slice(1), true);
      }
      for (const [name, one] of Object.entries(node)) {
        if (name === 'examples' || name === 'example') continue;
        walk(one, `${path}/${name}`, isBody || name === 'requestBody');
      }
    };
    walk(document, '', false);
  });

  const blank = ['', ' ', '\u00a0\n', '\u200b\ufeff'];
  const addresses = ['jan@x.nl', 'jürgen@bücher.example', "o'neil+x@sub-1.example.nl"];
  const spaced: [field: string, values: unknown[], refused: unknown[]][] = [
    [
      'tags',
      [...blank, ['a', '', null, ' '], ['\u200b'], [' a ']],
      [[1], [['a']], ['x'.repeat(101)]],
    ],
    ['priority', [...blank, ' high ', 'low\n'], ['High', 'hi gh', '\u200bhigh', ' x ']],
    ['source', [...blank, '\tphone'], ['fax', 'phone web']],
    [
      'email',
      [...blank, ...addresses.flatMap((one) => [one, ` ${one} `, `\u200b${one}\u200b\n`])],
      ['jan', 'jan@', '@x.nl', ' jan jansen@x.nl', 'a@x.nl, b@x.nl', '<jan@x.nl>'],
    ],
    ['customerName', [' Jan ', '\u200bJan'], blank],
    ['title', [' Tap\n'], [...blank, '\u0001']],
    ['photoUrls', blank, ['x', [null]]],
  ];
  for (const [field, values, refused] of spaced) {
    test(`blanks and spaces around ${field}`, async () => {
      const sent = await requests['createLead']!();
      for (const value of [...values, ...refused]) {
        const body = { ...lead, [field]: value };
        const shown = JSON.stringify(value);
        await compare(schemaOf('createLead'), sent, body, shown);
        assert.equal((await sent.send(body)).status, values.includes(value) ? 201 : 400, shown);
      }
    });
  }

  test('labels of a job are never blank', async () => {
    const sent = await requests['updateWorkItem']!();
    for (const tags of [['a'], [' a '], [''], [' '], [null], ['\u200b']]) {
      await compare(schemaOf('updateWorkItem'), sent, { tags }, JSON.stringify(tags));
    }
  });

  test('e-mail addresses of any script are in the schema, as the service takes them', async () => {
    const body = { ...lead, email: 'jürgen@bücher.example' };
    const sent = await requests['createLead']!();
    await compare(schemaOf('createLead'), sent, body, 'an international address');
    assert.equal((await sent.send(body)).status, 201);
  });
});
