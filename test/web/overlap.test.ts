// How many overlapping jobs share a column of the calendar.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxOverlap } from '../../web/src/pages/calendar/overlap.ts';

const cases: [name: string, spans: string, most: number][] = [
  ['none', '', 0],
  ['one', '09-10', 1],
  ['one after the other', '09-10 10-11 08-09', 1],
  ['beside a long one', '08-18 09-10 10-11', 2],
  ['each begins before the first has ended', '09-12 10-13 11-14', 3],
  ['the same three times', '09-10 09-10 09-10', 3],
];
for (const [name, spans, most] of cases) {
  test(`jobs at once: ${name}`, () => {
    const read = spans.split(' ').filter(Boolean);
    const hours = read.map((span) => ({ start: span.slice(0, 2), end: span.slice(3) }));
    assert.equal(maxOverlap(hours), most);
  });
}
