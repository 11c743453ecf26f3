// Where the calendar places jobs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { hourPx, minutesAt, topPxOf } from '../../web/src/pages/calendar/hour-scale.ts';
import {
  daysThatFit,
  rangeOf,
  stepped,
  weekNumber,
} from '../../web/src/pages/calendar/calendar-range.ts';
import {
  minutesAtStartOf,
  minutesInDay,
  partOn,
  spanOf,
  takesWholeDay,
} from '../../web/src/pages/calendar/job-span.ts';
import {
  assignLanes,
  columnWidthPxMin,
  foldWidthPx,
  inOrder,
  laneWidthPxMin,
  layOutColumn,
} from '../../web/src/pages/calendar/lanes.ts';
import { addDays, wallTimeOf } from '../../web/src/words/wall-time.ts';

const spans = fc.array(
  fc
    .record({
      from: fc.integer({ min: 0, max: minutesInDay - 30 }),
      long: fc.integer({ min: 30, max: 900 }),
    })
    .map(({ from, long }) => ({ from, to: Math.min(from + long, minutesInDay) })),
  { maxLength: 25 },
);
const widths = fc.integer({ min: columnWidthPxMin, max: 900 });

test('no two boxes of a column overlap, and each is wide enough or folded', () => {
  fc.assert(
    fc.property(spans, widths, (items, width) => {
      const { placed, folds } = layOutColumn(items, width);
      const boxes = placed.map(({ item, lane, lanes, hasFold }) => {
        const laneWidth = (width - (hasFold ? foldWidthPx : 0)) / lanes;
        assert.ok(laneWidth >= laneWidthPxMin || (lanes === 1 && !hasFold), `${laneWidth} px`);
        return { ...item, left: laneWidth * lane, right: laneWidth * (lane + 1) };
      });
      boxes.push(
        ...folds.map(({ from, to }) => ({ from, to, left: width - foldWidthPx, right: width })),
      );
      for (const [index, one] of boxes.entries()) {
        assert.ok(one.left >= 0 && one.right <= width + 0.01, 'within the column');
        for (const other of boxes.slice(index + 1)) {
          const areTogether = one.from < other.to && other.from < one.to;
          const areBeside = one.right <= other.left + 0.01 || other.right <= one.left + 0.01;
          assert.ok(!areTogether || areBeside, JSON.stringify([one, other]));
        }
      }
      const shown = [...placed.map(({ item }) => item), ...folds.flatMap((fold) => fold.items)];
      assert.equal(shown.length, items.length);
      assert.deepEqual(new Set(shown), new Set(items));
    }),
  );
});

test('jobs that do not overlap have the whole width', () => {
  const items = [9, 10, 11].map((hour) => ({ from: hour * 60, to: hour * 60 + 60 }));
  const { placed, folds } = layOutColumn(items, columnWidthPxMin);
  assert.deepEqual(
    placed.map(({ lanes, hasFold }) => [lanes, hasFold]),
    [
      [1, false],
      [1, false],
      [1, false],
    ],
  );
  assert.equal(folds.length, 0);
});

test('lanes never hold two spans at once, and a lane is as low as it can be', () => {
  fc.assert(
    fc.property(spans, (items) => {
      const sorted = inOrder(items);
      const lanes = assignLanes(sorted);
      for (const [index, { from, to }] of sorted.entries()) {
        const taken = new Set(
          sorted
            .slice(0, index)
            .flatMap((other, at) => (other.to > from && other.from < to ? [lanes[at]!] : [])),
        );
        let free = 0;
        while (taken.has(free)) free++;
        assert.equal(lanes[index], free);
      }
    }),
  );
});

test('times and pixels convert into each other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: minutesInDay }), (minutes) => {
      assert.ok(Math.abs(minutesAt(topPxOf(minutes)) - minutes) < 1e-9);
    }),
  );
  assert.equal(topPxOf(60), hourPx);
  assert.equal(minutesAt(-1), 0);
  assert.equal(minutesAt(topPxOf(minutesInDay) + 1), minutesInDay);
});

const zones = ['Europe/Amsterdam', 'America/New_York', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC'];
const moments = fc.integer({
  min: Date.parse('2026-01-01T00:00:00Z') / 60_000,
  max: Date.parse('2028-01-01T00:00:00Z') / 60_000,
});

test('every job is on each of its days, and on no other', () => {
  const lengths = fc.integer({ min: 15, max: 4 * minutesInDay });
  fc.assert(
    fc.property(moments, lengths, fc.constantFrom(...zones), (start, length, zone) => {
      const scheduledStart = new Date(start * 60_000).toISOString();
      const scheduledEnd = new Date((start + length) * 60_000).toISOString();
      const span = spanOf({ scheduledStart, scheduledEnd }, zone);
      const first = wallTimeOf(scheduledStart, zone).slice(0, 10);
      const lastMoment = new Date((start + length) * 60_000 - 1);
      const last = wallTimeOf(lastMoment, zone).slice(0, 10);
      for (let day = addDays(first, -1); day <= addDays(last, 1); day = addDays(day, 1)) {
        const part = partOn(span, day);
        // A clock change at midnight aside, which these zones do not have.
        assert.equal(
          part !== null,
          first <= day && day <= last,
          `${scheduledStart} ${zone} ${day}`,
        );
        if (part) assert.ok(part.from >= 0 && part.to <= minutesInDay && part.to - part.from >= 30);
      }
    }),
  );
});

const zone = 'Europe/Amsterdam';
const shown: [what: string, start: string, end: string | null, day: string, part: string | null][] =
  [
    ['in summer', '2027-07-01T07:00:00Z', '2027-07-01T09:00:00Z', '2027-07-01', '540-660'],
    ['without an end: an hour', '2027-07-01T07:00:00Z', null, '2027-07-01', '540-600'],
    [
      'short: half an hour high',
      '2027-07-01T07:00:00Z',
      '2027-07-01T07:05:00Z',
      '2027-07-01',
      '540-570',
    ],
    [
      'late without an end: until midnight',
      '2027-07-01T21:30:00Z',
      null,
      '2027-07-01',
      '1410-1440',
    ],
    ['late without an end: not on the next day', '2027-07-01T21:30:00Z', null, '2027-07-02', null],
    [
      'over midnight, the evening',
      '2027-07-01T20:00:00Z',
      '2027-07-02T01:00:00Z',
      '2027-07-01',
      '1320-1440',
    ],
    [
      'over midnight, the night',
      '2027-07-01T20:00:00Z',
      '2027-07-02T01:00:00Z',
      '2027-07-02',
      '0-180',
    ],
    ['until midnight', '2027-07-01T20:00:00Z', '2027-07-01T22:00:00Z', '2027-07-02', null],
    // Clocks go forward: 01:00 to 04:00 takes two hours.
    [
      'over the skipped hour',
      '2027-03-28T00:00:00Z',
      '2027-03-28T02:00:00Z',
      '2027-03-28',
      '60-240',
    ],
    // Clocks go back: the second 02:15 follows the first 02:45.
    [
      'within the repeated hour',
      '2027-10-31T00:45:00Z',
      '2027-10-31T01:15:00Z',
      '2027-10-31',
      '165-195',
    ],
  ];
for (const [what, scheduledStart, scheduledEnd, day, expected] of shown) {
  test(`a job ${what}`, () => {
    const part = partOn(spanOf({ scheduledStart, scheduledEnd }, zone), day);
    assert.equal(part && `${part.from}-${part.to}`, expected);
  });
}

test('only what takes a whole day is above the hours', () => {
  const at = (day: string, hour: number) => minutesAtStartOf(day) + hour * 60;
  assert.ok(takesWholeDay({ from: at('2027-05-05', 0), to: at('2027-05-06', 0) }));
  assert.ok(takesWholeDay({ from: at('2027-05-05', 18), to: at('2027-05-07', 6) }));
  assert.ok(!takesWholeDay({ from: at('2027-05-05', 8), to: at('2027-05-06', 20) }));
  assert.ok(takesWholeDay({ from: at('2027-05-05', 8), to: at('2027-05-07', 17) }));
});

test('a week starts on Monday where it fits; else the next days are shown', () => {
  assert.deepEqual([358, 470, 700, 900].map(daysThatFit), [3, 3, 5, 7]);
  assert.deepEqual(rangeOf('week', '2027-05-06', 7), { from: '2027-05-03', to: '2027-05-10' });
  assert.deepEqual(rangeOf('week', '2027-05-06', 3), { from: '2027-05-06', to: '2027-05-09' });
  assert.deepEqual(rangeOf('day', '2027-05-06', 7), { from: '2027-05-06', to: '2027-05-07' });
  assert.equal(stepped('week', '2027-05-06', 1, 3), '2027-05-09');
  assert.equal(stepped('day', '2027-05-06', -1, 7), '2027-05-05');
  assert.equal(stepped('month', '2027-05-31', 1, 7), '2027-06-01');
});

test('weeks are numbered by ISO 8601', () => {
  const weeks = ['2027-01-01', '2027-01-04', '2026-12-31', '2027-12-31', '2024-12-30'].map(
    weekNumber,
  );
  assert.deepEqual(weeks, [53, 1, 53, 52, 1]);
});
