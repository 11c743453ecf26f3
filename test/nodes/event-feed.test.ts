// Eight writers on two servers, and readers who follow the feed of both meanwhile: nobody skips an event or
// gets one twice, and all see the same order.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';

const writers = 8;
const leadsEach = 40;
const movesEach = 20;

let nodes: Nodes;
let key: string;
before(async () => {
  nodes = await startNodes();
  key = await nodes.all[0].createKey();
});
after(() => nodes.stop());

test('a reader who follows the feed sees every event once', async () => {
  const shared = (await createLead(nodes.all[0], key, { email: 'shared@example.com' })).body;
  let isWriting = true;
  const readers = [nodes.all[0], nodes.all[1], null].map((node) => follow(node, () => isWriting));

  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer, shared.id)));
  isWriting = false;
  const [one, ...others] = await Promise.all(readers);

  assert.deepEqual(
    one!.map(({ id }) => Number(id)),
    one!.map((_, index) => index + 1),
  );
  const view = (events: Seen[]) => events.map(({ id, type, subjectId }) => [id, type, subjectId]);
  for (const other of others) assert.deepEqual(view(other), view(one!));

  const count = (type: string) => one!.filter((event) => event.type === type).length;
  assert.equal(count('lead.created'), 1 + writers * leadsEach);
  assert.equal(count('customer.created'), 1 + writers * leadsEach);
  assert.equal(count('lead.updated'), writers * movesEach);

  // Changes of one record follow each other.
  let last: unknown = shared.title;
  for (const { changes } of one!.filter((event) => event.type === 'lead.updated')) {
    assert.equal(changes!['title']!.before, last);
    last = changes!['title']!.after;
  }
});

interface Seen {
  id: string;
  type: string;
  subjectId: string;
  changes: Record<string, { before: unknown; after: unknown }> | null;
}

async function write(writer: number, sharedId: string): Promise<void> {
  for (let n = 0; n < leadsEach; n++) {
    const made = await createLead(nodes.next(), key, { email: `${writer}.${n}@example.com` });
    assert.equal(made.status, 201);
    if (n >= movesEach) continue;
    const patched = await call(nodes.next(), `/v1/api/work-items/${sharedId}`, {
      key,
      method: 'PATCH',
      body: { title: `${writer}.${n}` },
    });
    assert.equal(patched.status, 200);
  }
}

/** Of one node, or of both in turn. */
async function follow(node: Nodes['all'][0] | null, isWriting: () => boolean): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (;;) {
    const isLast = !isWriting();
    const after = seen.at(-1)?.id ?? '0';
    const path = `/v1/api/events?after=${after}&limit=200`;
    const { status, body } = await call(node ?? nodes.next(), path, { key });
    assert.equal(status, 200);
    seen.push(...body.data);
    if (isLast && body.data.length === 0) return seen;
  }
}
