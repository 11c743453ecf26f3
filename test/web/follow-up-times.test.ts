// The quick choices for a follow-up, by weekday.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { followUpTimes } from '../../web/src/parts/follow-up-times.ts';

const cases: [today: string, tomorrow: string, later: string, nextWeek: string | null][] = [
  ['2027-03-07', '2027-03-08', '2027-03-09', null],
  ['2027-03-08', '2027-03-09', '2027-03-10', '2027-03-15'],
  ['2027-03-11', '2027-03-12', '2027-03-16', '2027-03-15'],
  ['2027-03-13', '2027-03-14', '2027-03-16', '2027-03-15'],
];

for (const [today, ...days] of cases) {
  test(`on ${today}`, () => {
    const times = followUpTimes(Date.parse(`${today}T10:00:00Z`), 'Europe/Amsterdam');
    const expected = days.map((day) => day && `${day}T08:00:00.000Z`);
    assert.deepEqual([times.tomorrow, times.later, times.nextWeek], expected);
  });
}
