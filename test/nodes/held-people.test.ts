// While one person is locked, leads of that person wait for a bounded time, and all others do not
// wait.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { personLocks } from '#core/customers/person-locks.ts';
import { type Answer, createLead } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { assertUnavailable } from '../support/shapes.ts';

const databaseWaitMs = 6_000;
const strangersAtOnce = 60;
const heldAtOnce = 20;

let nodes: Nodes;
let brandId: string;
let key: string;
before(async () => {
  nodes = await startNodes({ env: { DATABASE_WAIT_MS: String(databaseWaitMs) } });
  ({ id: brandId } = await nodes.all[0].createBrand());
  key = await nodes.all[0].createKey({ brandId });
  for (const node of nodes.all) assert.equal((await createLead(node, key)).status, 201);
});
after(() => nodes?.stop());

test('other leads do not wait, also in the same batch', async () => {
  await whileHeld(['held'], async () => {
    const answered: string[] = [];
    const sent = Array.from({ length: strangersAtOnce + heldAtOnce }, (_, number) =>
      number % 4 === 0 ? 'held' : `stranger-${number}`,
    );
    const answers = await Promise.all(
      sent.map(async (name) => {
        const answer = await lead(name);
        answered.push(name);
        return { name, answer };
      }),
    );
    for (const { name, answer } of answers) {
      if (name === 'held') assertUnavailable(answer);
      else assert.equal(answer.status, 201);
    }
    // All of them before the first lead whose wait timed out.
    assert.equal(answered.indexOf('held'), strangersAtOnce);
  });
  assert.equal((await lead('held')).status, 201);
});

test('a lead is created as soon as its own person is unlocked', async () => {
  const people = ['first', 'second', 'third'];
  const later: Promise<unknown>[] = [];
  await whileHeld(people, async () => {
    const creates = await whileHeld(['fourth'], async () => {
      for (const name of people) later.push(lead(name), lead(name));
      const waiting = lead('fourth');
      // Answered after the others, which have reached their locks by then.
      for (const node of nodes.all) assert.equal((await createLead(node, key)).status, 201);
      return { waiting };
    });
    // While all others are still locked: a lead that waited for them would be refused.
    assert.equal((await creates.waiting).status, 201);
  });
  await Promise.all(later);
});

/** Locks these people as another server that creates their leads. */
function whileHeld<T>(names: readonly string[], work: () => Promise<T>): Promise<T> {
  return nodes.all[0].withDatabase((db) =>
    db.transaction(async (trx) => {
      await trx.waitForLocks(
        names.flatMap((name) =>
          personLocks(brandId, { customerName: '', title: '', email: emailOf(name) }),
        ),
      );
      return work();
    }),
  );
}

function lead(name: string): Promise<Answer> {
  return createLead(nodes.next(), key, { email: emailOf(name) });
}

function emailOf(name: string): string {
  return `${name}@example.com`;
}
