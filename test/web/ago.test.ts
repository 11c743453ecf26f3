// Relative times are calendar days of the brand's time zone, not multiples of 24 hours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agoText } from '../../web/src/words/ago.ts';

const amsterdam = { language: 'nl', locale: 'nl-NL', timeZone: 'Europe/Amsterdam' } as const;
const inEnglish = { ...amsterdam, language: 'en', locale: 'en-GB' } as const;

// Thursday 19 November 2026, 10:00 in Amsterdam.
const now = new Date('2026-11-19T09:00:00Z');

const cases: [time: string, nl: string, en: string][] = [
  ['2026-11-19T08:59:30Z', 'zojuist', 'just now'],
  ['2026-11-19T08:40:00Z', '20 minuten geleden', '20 minutes ago'],
  ['2026-11-19T06:00:00Z', '3 uur geleden', '3 hours ago'],
  // Half past midnight today, and half an hour earlier.
  ['2026-11-18T23:30:00Z', '9 uur geleden', '9 hours ago'],
  ['2026-11-18T22:30:00Z', 'gisteren', 'yesterday'],
  ['2026-11-17T23:30:00Z', 'gisteren', 'yesterday'],
  // 47 hours, on the day before yesterday.
  ['2026-11-17T10:00:00Z', 'eergisteren', '2 days ago'],
  ['2026-11-16T22:59:00Z', '3 dagen geleden', '3 days ago'],
  ['2026-11-13T12:00:00Z', '6 dagen geleden', '6 days ago'],
  ['2026-11-12T12:00:00Z', '1 week geleden', '1 week ago'],
  ['2026-10-25T00:30:00Z', '3 weken geleden', '3 weeks ago'],
  ['2026-09-01T12:00:00Z', '2 maanden geleden', '2 months ago'],
  ['2025-11-01T12:00:00Z', '1 jaar geleden', '1 year ago'],
];

for (const [time, nl, en] of cases) {
  test(`${time} is "${en}"`, () => {
    assert.equal(agoText(new Date(time), { ...amsterdam, now }), nl);
    assert.equal(agoText(new Date(time), { ...inEnglish, now }), en);
  });
}

test('it is the day in the brand’s time zone that counts', () => {
  const reader = { ...inEnglish, timeZone: 'Pacific/Auckland', now };
  // 22:00 in Auckland now; 11:00 UTC on the 18th was midnight there.
  assert.equal(agoText(new Date('2026-11-18T11:30:00Z'), reader), '21 hours ago');
  assert.equal(agoText(new Date('2026-11-18T10:30:00Z'), reader), 'yesterday');
});

test('a day of 25 hours is one day', () => {
  // Summer time ended on 25 October 2026.
  const monday = new Date('2026-10-26T09:00:00Z');
  assert.equal(
    agoText(new Date('2026-10-24T22:30:00Z'), { ...inEnglish, now: monday }),
    'yesterday',
  );
});
