import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type Calendar, type CalendarJob, renderCalendar } from '#core/calendar/render-calendar.ts';
import { readCalendarText } from '../support/read-calendar.ts';

const address: NonNullable<CalendarJob['address']> = {
  brandId: 'b',
  id: 'a',
  version: 1,
  country: 'NL',
  stateProvince: null,
  city: 'Utrecht',
  postalCode: '3511 LN',
  street: 'Oudegracht',
  streetNumber: '12',
  streetNumberAddition: 'A',
  latitude: 52.0908,
  longitude: 5.1222,
  precision: 'postcode',
  locationNotes: null,
  cityKey: '',
  postalCodeKey: '',
  createdAt: 0,
};

function job(changes: Partial<CalendarJob> & { text?: string } = {}): CalendarJob {
  const { text = 'Leaking tap', ...rest } = changes;
  return {
    item: {
      id: 'job-1',
      version: 3,
      title: text,
      description: text,
      createdAt: Date.UTC(2026, 0, 1),
      updatedAt: Date.UTC(2026, 0, 2),
    },
    customer: { name: 'Jan Jansen', phone: '0612345678', secondaryPhone: null, email: 'jan@x.nl' },
    address: null,
    start: Date.UTC(2026, 5, 1, 7),
    end: null,
    isCancelled: false,
    ...rest,
  };
}

const render = (jobs: CalendarJob[], changes: Partial<Calendar> = {}) =>
  renderCalendar({
    name: 'Bakker & zonen',
    country: 'NL',
    timeZone: 'Europe/Amsterdam',
    publicUrl: null,
    jobs,
    ...changes,
  });

const zones = ['Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'];
zones.push('Africa/Casablanca', 'UTC', 'America/St_Johns', 'Pacific/Auckland');

test('every time in every zone round-trips', () => {
  const moments = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2030, 0) });
  const minutes = moments.map((time) => time - (time % 60_000));
  // Around the days on which half the world changes its clocks.
  const changes = fc
    .tuple(
      fc.constantFrom(Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)),
      fc.integer({ min: -180, max: 180 }),
    )
    .map(([time, after]) => time + after * 60_000);
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(fc.oneof(minutes, changes), { minLength: 1, maxLength: 5 }),
      (timeZone, starts) => {
        const text = render(
          starts.map((start) => job({ start, end: start + 90 * 60_000 })),
          {
            timeZone,
          },
        );
        const { jobs } = readCalendarText(text);
        assert.deepEqual(
          jobs.map(({ start }) => Date.parse(start)),
          starts,
        );
        for (const { start, end } of jobs) {
          assert.equal(Date.parse(end) - Date.parse(start), 90 * 60_000);
        }
      },
    ),
    { numRuns: 200 },
  );
});

test('nine o’clock stays nine o’clock over a clock change', () => {
  const before = Date.UTC(2026, 2, 27, 8);
  const after = Date.UTC(2026, 2, 30, 7);
  const { jobs } = readCalendarText(render([job({ start: before }), job({ start: after })]));
  assert.deepEqual(
    jobs.map(({ clock, zone, start }) => [clock, zone, start]),
    [
      ['2026-03-27T09:00:00', 'Europe/Amsterdam', '2026-03-27T08:00:00.000Z'],
      ['2026-03-30T09:00:00', 'Europe/Amsterdam', '2026-03-30T07:00:00.000Z'],
    ],
  );
});

test('any text round-trips, in folded lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const rendered = render([job({ text })]);
      for (const line of Buffer.from(rendered).toString('latin1').split('\r\n')) {
        assert.ok(line.length <= 75);
        assert.doesNotMatch(line, /\n|\r/);
      }
      const clean = text.replaceAll(/\r\n?/g, '\n').replaceAll(/(?!\n)\p{Control}/gu, '');
      const { jobs } = readCalendarText(rendered);
      const title = text.trim() === '' ? 'Jan Jansen' : `${clean.toWellFormed()} — Jan Jansen`;
      assert.equal(jobs[0]!.summary, title);
    }),
  );
});

describe('a calendar', () => {
  test('has a name, a refresh interval and a time zone', () => {
    const { calendar } = readCalendarText(render([job()]));
    const value = (name: string) => String(calendar.getFirstPropertyValue(name));
    assert.equal(value('version'), '2.0');
    assert.equal(value('method'), 'PUBLISH');
    assert.equal(value('x-wr-calname'), 'Bakker & zonen');
    assert.equal(value('refresh-interval'), 'PT15M');
    assert.match(value('prodid'), /Vakwerk/);
    const [zone] = calendar.getAllSubcomponents('vtimezone');
    assert.equal(zone!.getFirstPropertyValue('tzid'), 'Europe/Amsterdam');
    assert.ok(zone!.getAllSubcomponents('daylight').length > 0);
  });

  test('without jobs, or in UTC, has no time zone', () => {
    assert.doesNotMatch(render([]), /VTIMEZONE/);
    const inUtc = render([job()], { timeZone: 'UTC' });
    assert.doesNotMatch(inUtc, /VTIMEZONE|TZID/);
    assert.match(inUtc, /\r\nDTSTART:20260601T070000Z\r\n/);
  });
});

describe('a job', () => {
  const only = (changes: Parameters<typeof job>[0], calendar: Partial<Calendar> = {}) =>
    readCalendarText(render([job(changes)], calendar)).jobs[0]!;

  test('lasts an hour by default', () => {
    const start = Date.UTC(2026, 5, 1, 7);
    for (const [end, minutes] of [
      [null, 60],
      [start, 60],
      [start - 1, 60],
      [start + 30 * 60_000, 30],
    ] as const) {
      const read = only({ start, end });
      assert.equal(Date.parse(read.end) - Date.parse(read.start), minutes * 60_000);
    }
  });

  test('has customer, location and description', () => {
    const read = only({ address }, { publicUrl: 'https://leads.example.com' });
    assert.equal(read.uid, 'job-1@vakwerk');
    assert.deepEqual([read.sequence, read.status], [3, 'CONFIRMED']);
    assert.equal(read.location, 'Oudegracht 12A, 3511 LN Utrecht');
    assert.equal(read.description, 'Jan Jansen\n0612345678\njan@x.nl\n\nLeaking tap');
    assert.deepEqual(read.geo, [52.0908, 5.1222]);
    assert.equal(read.url, 'https://leads.example.com/jobs/job-1');
  });

  test('names a foreign country, and no imprecise coordinates', () => {
    const read = only({ address: { ...address, country: 'BE', precision: 'city', street: '' } });
    assert.equal(read.location, '12A, 3511 LN Utrecht, BE');
    assert.deepEqual([read.geo, read.url], [null, null]);
  });

  test('is marked as cancelled', () => {
    assert.equal(only({ isCancelled: true }).status, 'CANCELLED');
  });
});
