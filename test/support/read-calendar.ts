// Reads a calendar as a phone does, with a third-party parser.
import ICAL from 'ical.js';

export interface ReadJob {
  uid: string;
  start: string;
  end: string;
  /** As written in the calendar, in its own zone. */
  clock: string;
  zone: string | undefined;
  sequence: number;
  status: string;
  summary: string;
  location: string | null;
  description: string | null;
  geo: number[] | null;
  url: string | null;
}

export function readCalendarText(text: string): { calendar: ICAL.Component; jobs: ReadJob[] } {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((one) => [one.getFirstPropertyValue('tzid') as string, new ICAL.Timezone(one)]),
  );
  const jobs = calendar.getAllSubcomponents('vevent').map((event): ReadJob => {
    const value = (name: string) => event.getFirstPropertyValue(name);
    const textOf = (name: string) => value(name) as string | null;
    const time = (name: string) => {
      const zone = event.getFirstProperty(name)!.getFirstParameter('tzid') as string | undefined;
      const at = value(name) as ICAL.Time;
      // By the rules in the calendar itself, and no others.
      if (zone !== undefined) at.zone = zones.get(zone)!;
      return { zone, clock: at.toString(), iso: new Date(at.toUnixTime() * 1000).toISOString() };
    };
    const start = time('dtstart');
    return {
      uid: value('uid') as string,
      start: start.iso,
      end: time('dtend').iso,
      clock: start.clock,
      zone: start.zone,
      sequence: Number(value('sequence')),
      status: value('status') as string,
      summary: value('summary') as string,
      location: textOf('location'),
      description: textOf('description'),
      geo: value('geo') as unknown as number[] | null,
      url: textOf('url'),
    };
  });
  return { calendar, jobs };
}
