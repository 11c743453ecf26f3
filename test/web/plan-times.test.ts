// Start and end of a job while they are edited.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endingAt, lasting, planOf, startingAt, timesOf } from '../../web/src/parts/plan-times.ts';

const timeZone = 'Europe/Amsterdam';
const scheduledStart = '2027-03-04T11:00:00.000Z';
const scheduledEnd = '2027-03-04T12:30:00.000Z';
const long = timesOf({ scheduledStart, scheduledEnd }, timeZone);
const open = timesOf({ scheduledStart, scheduledEnd: null }, timeZone);
const begin = '2027-03-05T08:00';

const edits: [what: string, start: string, end: string, edited: typeof long][] = [
  ['as it is', '2027-03-04T12:00', '2027-03-04T13:30', long],
  ['moved', begin, '2027-03-05T09:30', startingAt(long, begin)],
  ['half typed', '', '2027-03-04T13:30', startingAt(long, '')],
  ['typed again', begin, '2027-03-05T09:30', startingAt(startingAt(long, ''), begin)],
  ['moved without an end', begin, '', startingAt(open, begin)],
  [
    'longer, and moved',
    begin,
    '2027-03-05T10:00',
    startingAt(endingAt(long, '2027-03-04T14:00'), begin),
  ],
  ['without its end, and moved', begin, '', startingAt(endingAt(long, ''), begin)],
  [
    'an end before the beginning stays',
    begin,
    '2027-03-04T10:00',
    startingAt(endingAt(long, '2027-03-04T10:00'), begin),
  ],
];

edits.push(
  ['of an hour', '2027-03-04T12:00', '2027-03-04T13:00', lasting(long, 60)],
  ['of an hour, and moved', begin, '2027-03-05T09:00', startingAt(lasting(long, 60), begin)],
  ['given an end', '2027-03-04T12:00', '2027-03-04T16:00', lasting(open, 240)],
);

for (const [what, start, end, edited] of edits) {
  test(what, () => assert.deepEqual([edited.start, edited.end], [start, end]));
}

test('an unplanned job defaults to two hours in the morning', () => {
  const { start, end } = timesOf({ scheduledStart: null, scheduledEnd: null }, timeZone);
  assert.match(start, /T08:00$/);
  assert.equal(end, start.replace('T08', 'T10'));
});

test('a plan needs a start, and no end before it', () => {
  assert.deepEqual(planOf(long, timeZone), { scheduledStart, scheduledEnd });
  assert.deepEqual(planOf(open, timeZone), { scheduledStart, scheduledEnd: null });
  assert.equal(planOf(startingAt(long, ''), timeZone), null);
  assert.equal(planOf(endingAt(long, '2027-03-04T11:59'), timeZone), null);
});
