// What a channel did in the last weeks, and whether its owner should look at it.
import type { ChannelFigures, ChannelWeek } from '#contract/channel.ts';
import type { ChannelRecord, IntakeRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';
import { usualHours } from './usual-hours.ts';

interface IntakeTime {
  receivedAt: number;
  state: IntakeRecord['state'];
}

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
// 5 January 1970 was a Monday.
const firstMondayMs = 4 * dayMs;
const weeksShown = 5;
const gapsNeeded = 4;
const quietFactor = 3;
const quietMsMin = dayMs;
const hourMs = dayMs / 24;
// A channel that is busier than this can be judged on the same day.
const busyGapMsMax = 8 * hourMs;
const busyQuietMsMin = 3 * hourMs;
// Of what chance brought before; an earlier outage must not excuse the next one for days.
const longestGapFactor = 1.25;
const longestGapMsMax = 12 * hourMs;
const gapsJudged = 50;
const latestJudged = 10;
const latestNeeded = 4;

/** `times` are the newest first. */
export function figuresOf(
  { dropped, mailboxError }: Pick<ChannelRecord, 'dropped' | 'mailboxError'>,
  times: readonly IntakeTime[],
  { leads, jobs }: { leads: number; jobs: number },
  now: number,
): ChannelFigures {
  return {
    lastIntakeAt: times[0] ? timestamp(times[0].receivedAt) : null,
    weeks: weeksOf(times, now),
    leads,
    jobs,
    dropped,
    warning: warningOf(times, mailboxError, now),
    mailboxError,
  };
}

function weeksOf(times: readonly IntakeTime[], now: number): ChannelWeek[] {
  const thisWeek = mondayOf(now);
  return Array.from({ length: weeksShown }, (_, index) => {
    const from = thisWeek - (weeksShown - 1 - index) * weekMs;
    const inWeek = times.filter(({ receivedAt }) => mondayOf(receivedAt) === from);
    const count = (state: IntakeTime['state']) =>
      inWeek.filter((one) => one.state === state).length;
    return {
      from: timestamp(from),
      leads: count('lead'),
      held: count('held'),
      refused: count('refused'),
    };
  });
}

function mondayOf(time: number): number {
  return Math.floor((time - firstMondayMs) / weekMs) * weekMs + firstMondayMs;
}

/** `times` are the newest first. Held ones do not count: a form that lost its visitors still gets spam. */
export function warningOf(
  all: readonly IntakeTime[],
  mailboxError: string | null,
  now: number,
): ChannelFigures['warning'] {
  if (mailboxError !== null) return 'mailbox';
  const times = all.filter(({ state }) => state !== 'held');
  if (isRefusing(times)) return 'refusing';
  return isQuiet(times, now) ? 'quiet' : null;
}

/** More than half of the latest intakes were refused. */
function isRefusing(times: readonly IntakeTime[]): boolean {
  const latest = times.slice(0, latestJudged);
  const refused = latest.filter(({ state }) => state === 'refused').length;
  return latest.length >= latestNeeded && refused > latest.length / 2;
}

/** No lead and nothing refused came in for three times the usual gap, which is the median. */
function isQuiet(all: readonly IntakeTime[], now: number): boolean {
  const times = all.slice(0, gapsJudged + 1).map(({ receivedAt }) => receivedAt);
  if (times.length <= gapsNeeded) return false;
  const plain = (from: number, to: number) => to - from;
  const usual = medianOf(gapsOf(times, plain));
  if (usual >= busyGapMsMax) return now - times[0]! > Math.max(quietFactor * usual, quietMsMin);
  const hours = usualHours(times);
  const gaps = gapsOf(times, hours);
  const chance = Math.min(longestGapFactor * Math.max(...gaps), longestGapMsMax);
  const limit = Math.max(quietFactor * medianOf(gaps), chance, busyQuietMsMin);
  return hours(times[0]!, now) > limit;
}

/** `times` are the newest first. */
function gapsOf(times: readonly number[], between: (from: number, to: number) => number): number[] {
  return times.slice(1).map((earlier, index) => between(earlier, times[index]!));
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
}
