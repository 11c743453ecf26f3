// What `GET /v1/app/overview` answers.
import type { Source } from '../../../../sdk/src/index.ts';

export interface Overview {
  /** False when there were more leads and changes in these days than are looked at. */
  isComplete: boolean;
  /** Oldest first; days of the brand's time zone. */
  days: { date: string; leads: number; converted: number; lost: number }[];
  sources: { source: Source; leads: number }[];
  responseTime: { medianMinutes: number | null };
  conversion: { leads: number; converted: number };
  /** For owners. */
  api?: { days: { date: string; requests?: number; refused: number }[] } | null;
}
