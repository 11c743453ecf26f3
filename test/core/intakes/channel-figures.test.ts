// When a channel's owner is warned.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningOf } from '#core/intakes/channel-figures.ts';

const hourMs = 60 * 60 * 1000;
const now = Date.UTC(2026, 4, 20);

interface Intake {
  receivedAt: number;
  state: 'lead' | 'held' | 'refused';
}

function every(hours: number, state: Intake['state'], count: number, from = now): Intake[] {
  return Array.from({ length: count }, (_, at) => ({
    receivedAt: from - (at + 1) * hours * hourMs,
    state,
  }));
}

function newestFirst(...lists: Intake[][]): Intake[] {
  return lists.flat().toSorted((one, other) => other.receivedAt - one.receivedAt);
}

const twoDaysAgo = now - 48 * hourMs;
const warnings: [name: string, times: Intake[], warning: ReturnType<typeof warningOf>][] = [
  ['leads of every four hours', every(4, 'lead', 10), null],
  ['leads that stopped', every(4, 'lead', 10, twoDaysAgo), 'quiet'],
  [
    'leads that stopped, and spam that goes on',
    newestFirst(every(4, 'lead', 10, twoDaysAgo), every(1, 'held', 47)),
    'quiet',
  ],
  ['spam alone that stopped', every(1, 'held', 20, twoDaysAgo), null],
  ['four leads', every(1, 'lead', 4, twoDaysAgo), null],
  ['refused ones that stopped', every(1, 'refused', 3, twoDaysAgo), null],
  ['refused ones', every(1, 'refused', 4), 'refusing'],
  [
    'refused ones among spam',
    newestFirst(every(1, 'refused', 4), every(0.3, 'held', 20)),
    'refusing',
  ],
];

for (const [name, times, warning] of warnings) {
  test(`${name}: ${warning ?? 'no warning'}`, () => {
    assert.equal(warningOf(times, null, now), warning);
  });
}

test('a mailbox that cannot be read comes first', () => {
  assert.equal(warningOf(every(1, 'refused', 4), 'timeout', now), 'mailbox');
});
