// When a brand works, and how soon it wants its leads to be answered.
import type { WorkingHours } from '#contract/working-hours.ts';
import { answerMinutesDefault, workingHoursDefault } from './clock-hours.ts';

export function workingHoursOf({ workingHours }: { workingHours: string | null }): WorkingHours {
  return workingHours === null ? workingHoursDefault : (JSON.parse(workingHours) as WorkingHours);
}

/** Zero for never. */
export function answerMinutesOf({ answerMinutes }: { answerMinutes: number | null }): number {
  return answerMinutes ?? answerMinutesDefault;
}
