// Where a time is in the grid of hours.
import { minutesInDay } from './job-span.ts';

export const hourPx = 52;

export function topPxOf(minutes: number): number {
  return (minutes / 60) * hourPx;
}

export function minutesAt(topPx: number): number {
  return Math.min(Math.max((topPx / hourPx) * 60, 0), minutesInDay);
}
