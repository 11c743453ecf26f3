import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayAt, lastDays } from '#core/local-days.ts';

const hourMs = 60 * 60 * 1000;

const cases = [
  { zone: 'Europe/Amsterdam', now: '2026-11-15T23:30:00Z', today: '2026-11-16', from: '23:00' },
  { zone: 'Europe/Amsterdam', now: '2026-07-01T21:59:00Z', today: '2026-07-01', from: '22:00' },
  { zone: 'America/New_York', now: '2026-11-15T03:00:00Z', today: '2026-11-14', from: '05:00' },
  { zone: 'Asia/Kolkata', now: '2026-01-01T00:00:00Z', today: '2026-01-01', from: '18:30' },
  // The clocks go from 23:59 to 01:00 there: that day has no midnight.
  { zone: 'America/Havana', now: '2026-03-08T12:00:00Z', today: '2026-03-08', from: '05:00' },
  { zone: 'UTC', now: '2026-01-01T00:00:00Z', today: '2026-01-01', from: '00:00' },
];

for (const { zone, now, today, from } of cases) {
  test(`${now} in ${zone} is on ${today}`, () => {
    const days = lastDays(zone, Date.parse(now), 3);
    assert.equal(days.length, 3);
    assert.equal(days[2]!.date, today);
    assert.equal(new Date(days[2]!.startsAt).toISOString().slice(11, 16), from);
    assert.equal(dayAt(days, Date.parse(now)), 2);
    assert.equal(dayAt(days, days[0]!.startsAt - 1), -1);
  });
}

test('days are longer and shorter when the clocks are changed', () => {
  const lengths = (now: string) => {
    const days = lastDays('Europe/Amsterdam', Date.parse(now), 4);
    return days.slice(1).map((day, index) => (day.startsAt - days[index]!.startsAt) / hourMs);
  };
  assert.deepEqual(lengths('2026-10-27T12:00:00Z'), [24, 25, 24]);
  assert.deepEqual(lengths('2026-03-31T12:00:00Z'), [24, 23, 24]);
});
