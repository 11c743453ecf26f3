// Strict parsers for option values.
import { nameLengthMax } from '#contract/limits.ts';
import { type Scope, scopes } from '#contract/scopes.ts';
import { isCalendarDate } from '#core/timestamp.ts';
import { UsageError } from './command.ts';

export function readName(text: string): string {
  if (text.length <= nameLengthMax) return text;
  throw new UsageError(`--name must be at most ${nameLengthMax} characters, got ${text.length}`);
}

export function readScopes(text: string): Scope[] {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(scopes as readonly string[]).includes(name));
  if (unknown.length > 0) {
    const wrong = unknown.map((name) => `"${name}"`).join(', ');
    throw new UsageError(
      `--scopes has unknown scopes: ${wrong}; the scopes are ${scopes.join(', ')}`,
    );
  }
  return [...new Set(names as Scope[])];
}

const timeShape =
  /^\d{4}-\d{2}-\d{2}(?:T(?:[01]\d|2[0-3]):\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/;

/** A date means 00:00 UTC; a time without a zone is UTC. */
export function readTime(option: string, text: string): number {
  const shape = timeShape.exec(text);
  const hasClockOnly = text.includes('T') && shape?.groups?.['zone'] === undefined;
  const time = shape ? Date.parse(hasClockOnly ? `${text}Z` : text) : Number.NaN;
  if (!Number.isNaN(time) && isCalendarDate(text.slice(0, 10))) return time;
  throw new UsageError(
    `${option} must be a date such as 2027-06-30 or 2027-06-30T18:00:00+02:00, got "${text}"`,
  );
}

const unitsMs: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const durationDaysMax = 366;

export function readDurationMs(option: string, text: string): number {
  const [, amount, unit] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  const duration = text === '0' ? 0 : Number(amount) * (unitsMs[unit ?? ''] ?? Number.NaN);
  if (duration <= durationDaysMax * unitsMs['d']!) return duration;
  throw new UsageError(
    `${option} must be a duration such as 30m, 24h, 7d or 0, at most ${durationDaysMax}d, got "${text}"`,
  );
}
