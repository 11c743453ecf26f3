// Where a dragged job lands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { ListedWorkItem } from '../../sdk/src/index.ts';
import {
  movedPlan,
  newPlan,
  resizedPlan,
  slotAt,
  snapMinutes,
} from '../../web/src/pages/calendar/dragged-plan.ts';
import { wallTimeOf } from '../../web/src/words/wall-time.ts';

const zone = 'Europe/Amsterdam';

function job(start: string, end: string | null = null): ListedWorkItem {
  return { scheduledStart: start, scheduledEnd: end } as ListedWorkItem;
}

const at = (day: string, time: string) => {
  const [hours, minutes] = time.split(':').map(Number);
  return { day, minutes: hours! * 60 + minutes! };
};
const onDay = (day: string) => ({ day, minutes: null });

const planned = job('2027-05-04T13:00:00.000Z', '2027-05-04T15:00:00.000Z');
const moves: [
  what: string,
  moved: ListedWorkItem,
  from: ReturnType<typeof at | typeof onDay>,
  to: ReturnType<typeof at | typeof onDay>,
  local: string | null,
][] = [
  ['two days sideways', planned, at('2027-05-04', '16:10'), at('2027-05-06', '16:10'), '06 15:00'],
  ['ten pixels down', planned, at('2027-05-04', '15:30'), at('2027-05-04', '15:41'), '04 15:15'],
  ['hardly at all', planned, at('2027-05-04', '15:30'), at('2027-05-04', '15:35'), null],
  [
    'an hour and a bit up',
    planned,
    at('2027-05-04', '16:50'),
    at('2027-05-04', '15:38'),
    '04 13:45',
  ],
  [
    'to the top: not the day before',
    planned,
    at('2027-05-04', '16:00'),
    at('2027-05-05', '0:10'),
    '05 00:00',
  ],
  [
    'to the end: still that day',
    planned,
    at('2027-05-04', '15:01'),
    at('2027-05-05', '24:00'),
    '05 23:45',
  ],
  ['in the month view', planned, onDay('2027-05-04'), onDay('2027-05-13'), '13 15:00'],
  [
    'from the hours to a whole day',
    planned,
    at('2027-05-04', '15:00'),
    onDay('2027-05-05'),
    '05 15:00',
  ],
  [
    'sideways from an odd time, which stays',
    job('2027-05-04T08:07:00.000Z'),
    at('2027-05-04', '10:20'),
    at('2027-05-05', '10:24'),
    '05 10:07',
  ],
  [
    'by its second day',
    job('2027-05-04T20:00:00.000Z', '2027-05-05T01:00:00.000Z'),
    at('2027-05-05', '1:00'),
    at('2027-05-07', '2:00'),
    '06 23:00',
  ],
  [
    'into the hour that a clock change skips',
    job('2027-03-27T08:00:00.000Z'),
    at('2027-03-27', '9:00'),
    at('2027-03-28', '2:30'),
    '28 03:30',
  ],
];
for (const [what, moved, from, to, local] of moves) {
  test(`moved ${what}`, () => {
    const plan = movedPlan(moved, from, to, zone);
    assert.equal(plan && wallTimeOf(plan.scheduledStart, zone).slice(8, 16), local);
  });
}

test('a move keeps the point, the duration and whole quarters, over clock changes too', () => {
  const day = fc.integer({ min: 0, max: 500 }).map((days) => {
    const date = new Date(Date.parse('2027-01-01T00:00:00Z') + days * 86_400_000);
    return date.toISOString().slice(0, 10);
  });
  const minutes = fc.integer({ min: 0, max: 1440 });
  const length = fc.integer({ min: 15, max: 3000 });
  fc.assert(
    fc.property(day, minutes, day, minutes, length, (fromDay, from, toDay, to, long) => {
      const start = Date.parse(`${fromDay}T10:00:00Z`);
      const moved = job(
        new Date(start).toISOString(),
        new Date(start + long * 60_000).toISOString(),
      );
      const plan = movedPlan(
        moved,
        { day: fromDay, minutes: from },
        { day: toDay, minutes: to },
        zone,
      );
      if (!plan) return;
      const { scheduledStart, scheduledEnd } = plan;
      assert.equal(Date.parse(scheduledEnd!) - Date.parse(scheduledStart), long * 60_000);
      const local = wallTimeOf(scheduledStart, zone);
      assert.equal(local.slice(0, 10), toDay);
      assert.equal(Number(local.slice(14, 16)) % snapMinutes, 0);
    }),
  );
});

test('a job without a time begins at the quarter of the pointer, and on a whole day at eight', () => {
  const { scheduledStart, scheduledEnd } = newPlan(at('2027-05-04', '13:14'), zone);
  assert.equal(scheduledStart, '2027-05-04T11:00:00.000Z');
  assert.equal(scheduledEnd, '2027-05-04T13:00:00.000Z');
  assert.equal(newPlan(onDay('2027-05-04'), zone).scheduledStart, '2027-05-04T06:00:00.000Z');
  assert.equal(newPlan(at('2027-05-04', '24:00'), zone).scheduledStart, '2027-05-04T21:45:00.000Z');
});

test('a job is resized in quarters, and never ends before it starts', () => {
  const ends = ['17:40', '12:00'].map((time) =>
    resizedPlan(planned, 'end', at('2027-05-04', time), zone),
  );
  assert.deepEqual(
    ends.map(({ scheduledStart, scheduledEnd }) => [scheduledStart, scheduledEnd]),
    [
      ['2027-05-04T13:00:00.000Z', '2027-05-04T15:45:00.000Z'],
      ['2027-05-04T13:00:00.000Z', '2027-05-04T13:15:00.000Z'],
    ],
  );
});

test('dragged by its start, it keeps its end, and a quarter of an hour', () => {
  const starts = ['10:05', '23:00'].map((time) =>
    resizedPlan(planned, 'start', at('2027-05-04', time), zone),
  );
  assert.deepEqual(
    starts.map(({ scheduledStart }) => scheduledStart),
    [
      '2027-05-04T08:00:00.000Z',
      new Date(Date.parse(planned.scheduledEnd!) - 15 * 60_000).toISOString(),
    ],
  );
  assert.ok(starts.every(({ scheduledEnd }) => scheduledEnd === planned.scheduledEnd));
});

test('a click offers two hours from the half hour', () => {
  const slot = { start: '2027-05-04T09:30', end: '2027-05-04T11:30' };
  assert.deepEqual(slotAt(at('2027-05-04', '9:50')), slot);
});
