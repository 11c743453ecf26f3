// While somebody is busy with one person, leads of that person wait for a bounded time, and all others
// do not wait at all.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { personLocks } from '#core/customers/person-locks.ts';
import { type Answer, createLead } from '../support/call.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { assertUnavailable } from '../support/shapes.ts';
import { assertInTime, timelyTest } from '../support/within.ts';

const databaseWaitMs = 6_000;
// Far from the time after which they would be refused.
const promptlyMs = 1_500;
// For a slow machine with other things to do.
const marginMs = 1_000;
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
after(() => nodes.stop());

timelyTest('others are answered at once, also in the same batch', async (t) => {
  const { strangers, held } = await whileHeld(['held'], async () => {
    const sent = Array.from({ length: strangersAtOnce + heldAtOnce }, (_, number) =>
      number % 4 === 0 ? 'held' : `stranger-${number}`,
    );
    const answers = sent.map((name) => ({ name, timed: timedLead(name) }));
    const timesOf = (isHeld: boolean) =>
      Promise.all(
        answers.filter(({ name }) => (name === 'held') === isHeld).map(({ timed }) => timed),
      );
    return { strangers: await timesOf(false), held: await timesOf(true) };
  });

  for (const { answer } of strangers) assert.equal(answer.status, 201);
  for (const { answer } of held) assertUnavailable(answer);
  const [strangersMs, heldMs] = [slowest(strangers), slowest(held)];
  t.diagnostic(`the last stranger waited ${strangersMs} ms, the last of the others ${heldMs} ms`);
  assert.equal((await timedLead('held')).answer.status, 201);
  assertInTime(strangersMs, promptlyMs, 'the lead of a stranger');
  assertInTime(heldMs, databaseWaitMs + marginMs, 'a refusal');
});

timelyTest('a lead is made as soon as its own person is free, whoever else is not', async (t) => {
  const people = ['first', 'second', 'third'];
  const later: Promise<unknown>[] = [];
  const tookMs = await whileHeld(people, async () => {
    const creates = await whileHeld(['fourth'], async () => {
      for (const name of people) later.push(timedLead(name), timedLead(name));
      const waiting = timedLead('fourth');
      // Answered behind the others, which have come to their locks by then.
      for (const node of nodes.all) assert.equal((await createLead(node, key)).status, 201);
      return { waiting };
    });
    const freeAt = performance.now();
    assert.equal((await creates.waiting).answer.status, 201);
    return Math.round(performance.now() - freeAt);
  });
  t.diagnostic(`it waited ${tookMs} ms after its person was free`);
  await Promise.all(later);
  assertInTime(tookMs, promptlyMs, 'the lead of whom nobody is busy with any more');
});

/** As a server does that makes leads of these people, and takes its time. */
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

async function timedLead(name: string): Promise<{ answer: Answer; tookMs: number }> {
  const began = performance.now();
  const answer = await createLead(nodes.next(), key, { email: emailOf(name) });
  return { answer, tookMs: Math.round(performance.now() - began) };
}

function emailOf(name: string): string {
  return `${name}@example.com`;
}

function slowest(timed: readonly { tookMs: number }[]): number {
  return Math.max(...timed.map(({ tookMs }) => tookMs));
}
