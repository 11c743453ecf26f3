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

// From eight to six on working days, in Amsterdam; 20 May 2026 is a Wednesday.
const workingHours = Array.from({ length: 21 * 24 }, (_, hour) => now - hour * hourMs).filter(
  (time) => {
    const at = new Date(time);
    const hour = at.getUTCHours();
    return hour >= 6 && hour < 16 && at.getUTCDay() % 6 !== 0;
  },
);
const broken: [when: string, from: string, at: string, warning: string | null][] = [
  ['within two hours', '2026-05-19T09:30Z', '2026-05-19T11:30Z', null],
  ['on the same day', '2026-05-19T09:30Z', '2026-05-19T13:00Z', 'quiet'],
  ['overnight', '2026-05-18T15:30Z', '2026-05-19T05:00Z', null],
  ['over the weekend', '2026-05-15T15:30Z', '2026-05-18T06:30Z', null],
  ['after the weekend', '2026-05-15T15:30Z', '2026-05-18T10:00Z', 'quiet'],
];

for (const [when, from, at, warning] of broken) {
  test(`a form that gets a lead an hour and breaks, ${when}: ${warning ?? 'no warning'}`, () => {
    const times = workingHours
      .filter((time) => time < Date.parse(from))
      .map((receivedAt) => ({ receivedAt, state: 'lead' as const }));
    assert.equal(warningOf(times, null, Date.parse(at)), warning);
  });
}

test('a form whose leads come at random does not warn by chance', () => {
  let seed = 7;
  const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  let time = now;
  const times = Array.from({ length: 1_000 }, () => {
    // Every two hours, as the mean.
    time += -Math.log(random()) * 2 * hourMs;
    return { receivedAt: time, state: 'lead' as const };
  }).toReversed();
  let warned = 0;
  for (let at = 0; at < 900; at++) {
    const next = times[at]!.receivedAt - 1;
    if (warningOf(times.slice(at + 1), null, next) !== null) warned++;
  }
  assert.ok(warned <= 9, `${warned} of 900`);
});
