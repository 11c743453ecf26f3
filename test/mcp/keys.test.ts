// What the key of an assistant decides, whatever carries the protocol.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Scope } from '#contract/scopes.ts';
import {
  type Assistant,
  startAssistant,
  type TransportName,
  transports,
} from '../support/assistant.ts';
import { createLead, moveWorkItem } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';
import { revokeKey } from '../support/stored-keys.ts';
import { eventually } from '../support/within.ts';

const server = await sharedServer();

const assistants: Assistant[] = [];
after(async () => {
  await Promise.all(assistants.map((one) => one.close()));
});

async function assistantWith(key: string, over: TransportName, options = {}): Promise<Assistant> {
  const assistant = await startAssistant({ url: server.url, key, over, options });
  assistants.push(assistant);
  // From then on the client validates every result against its tool's schema.
  await assistant.client.listTools();
  return assistant;
}

const lead = {
  customerName: 'Jan Jansen',
  title: 'Leaking kitchen tap',
  email: 'jan@example.com',
  city: 'Utrecht',
};

test('a version is required where the key can read all that it can change', async () => {
  const table: [scopes: Scope[], isRequired: boolean][] = [
    [['full'], true],
    [['leads:read', 'leads:write'], true],
    [['work-items:read', 'work-items:write', 'leads:read'], true],
    [['leads:write'], false],
    [['leads:read', 'work-items:write'], false],
    [['leads:read', 'leads:write', 'work-items:write'], false],
  ];
  for (const [scopes, isRequired] of table) {
    const { client } = await assistantWith(await server.createKey({ scopes }), 'http');
    const { tools } = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'update_work_item')!;
    assert.equal(inputSchema.required!.includes('version'), isRequired, scopes.join());
  }
});

for (const over of transports) {
  test(`${over}: the newest protocol version works too`, async () => {
    const newest = { versionNegotiation: { mode: { pin: '2026-07-28' } } };
    const { call: use } = await assistantWith(await server.createKey(), over, newest);
    assert.equal((await use('create_lead', lead)).data.title, lead.title);
    assert.equal((await use('list_leads')).data.items.length, 1);
  });

  test(`${over}: a write-only key reads only what it changed`, async () => {
    const { id: brandId } = await server.createBrand();
    const full = await server.createKey({ brandId });
    const { body } = await createLead(server, full);
    const scopes: Scope[] = ['leads:write'];
    const writer = await assistantWith(await server.createKey({ brandId, scopes }), over);
    const { data } = await writer.call('move_work_item', { id: body.id, status: 'contacted' });
    assert.deepEqual(Object.keys(data).sort(), ['id', 'status', 'updatedAt', 'version']);
    // It cannot read a version before its first change.
    const unread = { id: body.id, priority: 'high' };
    assert.equal((await writer.call('update_work_item', unread)).isError, false);
    await moveWorkItem(server, full, body.id, 'pending');
    const refused = await writer.call('move_work_item', { id: body.id, status: 'cancelled' });
    assert.match(refused.text, /^403: .*work-items:write/);
  });

  test(`${over}: without personal data no tool asks for it, and the assistant learns why it is missing`, async () => {
    const { id: brandId } = await server.createBrand();
    const full = await server.createKey({ brandId });
    const { body } = await createLead(server, full, lead);
    const scopes: Scope[] = ['leads:read', 'leads:write', 'customers:read'];
    const quiet = await assistantWith(
      await server.createKey({ brandId, scopes, isImpersonal: true }),
      over,
    );
    const instructions = quiet.client.getInstructions()!;
    for (const told of [
      ' The key of this connection gets no personal data: names, e-mail addresses, phone numbers, streets, titles and other texts are empty',
      'That does not mean that they are unknown; do not ask for them or fill them in.',
      'It cannot create leads, search by words or change such texts: that needs a key with personal data.',
    ]) {
      assert.ok(instructions.includes(told), told);
    }
    assert.doesNotMatch(instructions, /Answers contain personal data/);
    if (over === 'stdio') assert.match(quiet.stderr(), /; no personal data\n/);
    const { tools } = await quiet.client.listTools();
    const inputs = new Map(tools.map((tool) => [tool.name, tool.inputSchema.properties ?? {}]));
    assert.ok(!inputs.has('create_lead'));
    for (const [name, properties] of inputs) {
      for (const field of [
        'q',
        'email',
        'phone',
        'title',
        'description',
        'notes',
        'completionNotes',
      ]) {
        assert.ok(!(field in properties), `${name} ${field}`);
      }
    }
    assert.ok(
      'id' in inputs.get('get_work_item')! && 'priority' in inputs.get('update_work_item')!,
    );
    const { id, customerId } = body;
    for (const [tool, input] of [
      ['list_leads', { customerId }],
      ['get_work_item', { id }],
      ['list_history', { id }],
      ['find_customers', {}],
      ['update_work_item', { id, version: 1, priority: 'high' }],
    ] as const) {
      const { isError, whole } = await quiet.call(tool, input);
      assert.ok(!isError, whole);
      for (const text of [lead.customerName, lead.email, lead.title]) {
        assert.ok(!whole.includes(text), `${tool}: ${text}`);
      }
    }
  });

  test(`${over}: an assistant of another brand finds nothing`, async () => {
    const { body } = await createLead(server, await server.createKey(), lead);
    const stranger = await assistantWith(await server.createKey(), over);
    const { id, customerId } = body;
    for (const [tool, input] of [
      ['list_leads', {}],
      ['list_leads', { q: 'jan' }],
      ['list_leads', { customerId }],
      ['find_customers', { email: lead.email }],
    ] as const) {
      assert.deepEqual((await stranger.call(tool, input)).data, { items: [], nextCursor: null });
    }
    for (const [tool, more] of [
      ['get_work_item', {}],
      ['list_history', {}],
      ['update_work_item', { version: 1 }],
    ] as const) {
      const { isError, text } = await stranger.call(tool, { id, ...more });
      assert.deepEqual([isError, text.slice(0, 4)], [true, '404:'], tool);
    }
  });

  test(`${over}: a revoked key is refused with a reason`, async () => {
    const key = await server.createKey();
    const assistant = await assistantWith(key, over);
    assert.equal((await assistant.call('list_leads')).isError, false);
    await revokeKey(server, key);
    // Over HTTP the message itself is refused, and over stdio the call behind it.
    const use = () =>
      assistant.call('create_lead', lead).catch((error: Error) => ({
        isError: true,
        text: error.message,
        whole: error.message,
      }));
    await eventually(async () => (await use()).isError);
    const { text, whole } = await use();
    assert.match(text, /401.*revoked/);
    assert.ok(!whole.includes(key) && !assistant.stderr().includes(key));
  });
}
