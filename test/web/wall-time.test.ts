// Local times in the brand's time zone, and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addDays,
  addMinutes,
  dayOf,
  lastDayOf,
  momentOf,
  startOfDay,
  wallTimeOf,
} from '../../web/src/words/wall-time.ts';

const cases: [timeZone: string, wallTime: string, moment: string][] = [
  ['Europe/Amsterdam', '2026-01-15 09:00:00', '2026-01-15T08:00:00.000Z'],
  ['Europe/Amsterdam', '2026-07-15 09:00:00', '2026-07-15T07:00:00.000Z'],
  // The days of clock changes, before and after.
  ['Europe/Amsterdam', '2026-03-29 01:59:00', '2026-03-29T00:59:00.000Z'],
  ['Europe/Amsterdam', '2026-03-29 03:00:00', '2026-03-29T01:00:00.000Z'],
  ['Europe/Amsterdam', '2026-10-25 01:30:00', '2026-10-24T23:30:00.000Z'],
  ['Europe/Amsterdam', '2026-10-25 03:00:00', '2026-10-25T02:00:00.000Z'],
  ['America/Curacao', '2026-12-31 23:45:00', '2027-01-01T03:45:00.000Z'],
  ['Asia/Kolkata', '2026-06-01 00:00:00', '2026-05-31T18:30:00.000Z'],
  ['UTC', '2026-06-01 00:00:00', '2026-06-01T00:00:00.000Z'],
];

for (const [timeZone, wallTime, moment] of cases) {
  test(`${wallTime} in ${timeZone}`, () => {
    assert.equal(momentOf(wallTime, timeZone), moment);
    assert.equal(wallTimeOf(moment, timeZone), wallTime);
    // In the format of a date-time field.
    assert.equal(momentOf(wallTime.slice(0, 16).replace(' ', 'T'), timeZone), moment);
  });
}

test('an hour skipped by a clock change counts as the next one', () => {
  assert.equal(momentOf('2026-03-29 02:30', 'Europe/Amsterdam'), '2026-03-29T01:30:00.000Z');
});

test('a job that ends at midnight does not occupy the next day', () => {
  for (const [start, end, day] of [
    ['2026-07-01T18:00:00Z', '2026-07-01T22:00:00Z', '2026-07-01'],
    ['2026-07-01T18:00:00Z', '2026-07-01T22:01:00Z', '2026-07-02'],
    ['2026-07-01T22:00:00Z', '2026-07-01T22:00:00Z', '2026-07-02'],
    ['2026-07-01T18:00:00Z', null, '2026-07-01'],
  ] as const) {
    assert.equal(lastDayOf(start, end, 'Europe/Amsterdam'), day);
  }
});

test('days and minutes are counted in local time', () => {
  assert.equal(dayOf('2026-12-31T23:30:00Z', 'Europe/Amsterdam'), '2027-01-01');
  assert.equal(startOfDay('2026-07-01', 'Europe/Amsterdam'), '2026-06-30T22:00:00.000Z');
  assert.equal(addDays('2026-10-24', 2), '2026-10-26');
  assert.equal(addDays('2026-03-01', -1), '2026-02-28');
  assert.equal(addMinutes('2026-12-31 23:30:00', 45), '2027-01-01T00:15');
});
