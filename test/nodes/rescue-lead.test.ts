// A refused lead that several servers are asked to rescue at the same moment.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { eventually } from '../support/within.ts';

const rounds = 5;
const triesAtOnce = 6;

let nodes: Nodes;
before(async () => {
  nodes = await startNodes();
});
after(() => nodes.stop());

test('what one server has refused is rescued by whichever is asked, and once', async () => {
  const key = await nodes.all[0].createKey();
  for (let round = 0; round < rounds; round++) {
    const refused = await createLead(nodes.next(), key, { title: '' });
    const path = `/v1/api/requests/${refused.headers.get('x-request-id')}`;
    const other = nodes.next();
    await eventually(async () => (await call(other, path, { key })).status === 200);
    const answers = await Promise.all(
      Array.from({ length: triesAtOnce }, (_, n) =>
        call(nodes.next(), `${path}/rescue`, { key, body: { title: `Try ${n}` } }),
      ),
    );
    const statuses = answers.map(({ status }) => status).toSorted();
    assert.deepEqual(statuses, [201, ...Array.from({ length: triesAtOnce - 1 }, () => 409)]);
    const made = answers.find(({ status }) => status === 201)!.body;
    const late = await call(nodes.next(), `${path}/rescue`, { key, body: { title: 'Late' } });
    assert.match(late.body.message, new RegExp(`as work item ${made.id}$`));
    assert.equal((await call(nodes.next(), path, { key })).body.rescuedAs, made.id);
  }
  const { body } = await call(nodes.next(), '/v1/api/leads', { key });
  assert.equal(body.data.length, rounds);
});
