import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  clockChanges,
  isAmbiguous,
  isTimeZone,
  offsetMinutesAt,
  timeZoneOf,
} from '#core/time-zone.ts';

describe('the zone of a brand', () => {
  const zones: [chosen: string | null, country: string, zone: string][] = [
    [null, 'NL', 'Europe/Amsterdam'],
    [null, 'BE', 'Europe/Brussels'],
    [null, 'DE', 'Europe/Berlin'],
    [null, 'ES', 'Europe/Madrid'],
    [null, 'PT', 'Europe/Lisbon'],
    [null, 'US', 'America/New_York'],
    [null, 'AU', 'Australia/Sydney'],
    [null, 'XX', 'UTC'],
    ['America/Curacao', 'NL', 'America/Curacao'],
    ['Middle/Earth', 'NL', 'Europe/Amsterdam'],
  ];
  for (const [chosen, country, zone] of zones) {
    test(`${chosen} in ${country}`, () => {
      assert.equal(timeZoneOf(chosen, country), zone);
      assert.ok(isTimeZone(zone));
    });
  }

  test('is known to the platform, for every country that has several', () => {
    for (const country of [
      'AR',
      'BR',
      'CA',
      'CL',
      'CY',
      'GL',
      'KI',
      'MH',
      'MN',
      'MX',
      'PF',
      'PG',
    ]) {
      const zone = timeZoneOf(null, country);
      assert.ok(isTimeZone(zone) && zone !== 'UTC', country);
    }
  });
});

describe('clock changes', () => {
  const year = (timeZone: string, at: number) =>
    clockChanges(timeZone, Date.UTC(at, 0), Date.UTC(at + 1, 0)).map(
      ({ at: time, fromMinutes, toMinutes }) => [
        new Date(time).toISOString(),
        fromMinutes,
        toMinutes,
      ],
    );
  const years: [zone: string, year: number, changes: [string, number, number][]][] = [
    [
      'Europe/Amsterdam',
      2026,
      [
        ['2026-03-29T01:00:00.000Z', 60, 120],
        ['2026-10-25T01:00:00.000Z', 120, 60],
      ],
    ],
    [
      'America/New_York',
      2026,
      [
        ['2026-03-08T07:00:00.000Z', -300, -240],
        ['2026-11-01T06:00:00.000Z', -240, -300],
      ],
    ],
    [
      'Australia/Lord_Howe',
      2026,
      [
        ['2026-04-04T15:00:00.000Z', 660, 630],
        ['2026-10-03T15:30:00.000Z', 630, 660],
      ],
    ],
    ['Asia/Kolkata', 2026, []],
    ['UTC', 2026, []],
  ];
  for (const [zone, at, changes] of years) {
    test(`${zone} in ${at}`, () => assert.deepEqual(year(zone, at), changes));
  }
});

test('the repeated hour is known, both times', () => {
  const zone = 'Europe/Amsterdam';
  const half = (hour: number) => Date.UTC(2026, 9, 25, hour, 30);
  assert.deepEqual(
    [half(0), half(1)].map((time) => offsetMinutesAt(zone, time)),
    [120, 60],
  );
  const hours = [22, 23, 24, 25, 26, 27].map((hour) => half(hour - 24));
  assert.deepEqual(
    hours.map((time) => isAmbiguous(zone, time)),
    [false, false, true, true, false, false],
  );
});
