// What the assistant's tools refuse: the reason is said, and nothing changes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Assistant, startAssistant, transports } from '../support/assistant.ts';
import { call, createLead } from '../support/call.ts';
import { sharedServer } from '../support/shared-server.ts';

const server = await sharedServer();
const lead = { customerName: 'Jan Jansen', title: 'Leaking kitchen tap' };

for (const over of transports) {
  describe(`${over}: refused, with the reason`, () => {
    let assistant: Assistant;
    let key: string;
    before(async () => {
      key = await server.createKey();
      assistant = await startAssistant({ url: server.url, key, over });
      await assistant.client.listTools();
    });
    after(() => assistant?.close());

    const someId = '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69';
    const refusals: [what: string, tool: string, input: object, text: RegExp][] = [
      ['a required field', 'create_lead', { title: 'Tap' }, /^customerName is required/],
      [
        'an unknown field',
        'create_lead',
        { ...lead, colour: 'red' },
        /^colour is not a known field/,
      ],
      [
        'photos, which the server would fetch',
        'create_lead',
        { ...lead, photoUrls: ['https://example.com/tap.jpg'] },
        /^photoUrls is not a known field/,
      ],
      ['no version', 'update_work_item', { id: someId, title: 'Tap' }, /^version is required/],
      [
        'a wrong type',
        'list_leads',
        { limit: '3' },
        /^limit must be a whole number, got a string$/,
      ],
      ['too many', 'list_leads', { limit: 101 }, /^limit must be .* at most 100$/],
      ['an empty list', 'list_leads', { status: [] }, /^status is an empty list: leave it out/],
      [
        'a value that would be two',
        'list_jobs',
        { tag: ['a, b'] },
        /^tag has a value with a comma/,
      ],
      ['a status of jobs', 'list_leads', { status: ['pending'] }, /^status item 1 must be one of/],
      ['two wrong fields', 'list_jobs', { q: 1, sort: 'x' }, /^q must .*\nsort must be one of/],
      [
        'a broken cursor',
        'list_jobs',
        { cursor: 'abc' },
        /^400: cursor .*\(request [\da-f-]{36}\)$/,
      ],
      ['no such record', 'get_work_item', { id: someId }, /^404: .*\(request [\da-f-]{36}\)$/],
      ['no id', 'get_work_item', { id: '..' }, /^not an id/],
      [
        'a planning without time',
        'move_work_item',
        { status: 'scheduled' },
        /^400: scheduledStart/,
      ],
      [
        'a reason for nothing',
        'move_work_item',
        { status: 'pending', reason: 'x' },
        /^400: reason/,
      ],
      [
        'a move that is not allowed',
        'move_work_item',
        { status: 'completed' },
        /^409: .*from request to completed: allowed from request are contacted, .*\(request /,
      ],
    ];
    for (const [what, tool, input, text] of refusals) {
      test(what, async () => {
        const { body } = await createLead(server, key);
        const id = tool === 'move_work_item' ? { id: body.id } : {};
        const result = await assistant.call(tool, { ...id, ...input });
        assert.match(result.text, text);
        assert.deepEqual([result.isError, result.data], [true, undefined]);
        const { body: unchanged } = await call(server, `/v1/api/work-items/${body.id}`, { key });
        assert.deepEqual(unchanged, body);
      });
    }
  });
}
