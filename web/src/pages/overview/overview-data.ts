// What `GET /v1/app/overview` answers.
import type { Source } from '../../../../sdk/src/index.ts';

export interface Overview {
  /** False when there were more leads and changes in these days than are looked at. */
  isComplete: boolean;
  /** Oldest first; days of the brand's time zone. */
  days: { date: string; leads: number; converted: number; lost: number }[];
  sources: { source: Source; leads: number; converted: number }[];
  responseTime: {
    medianMinutes: number | null;
    /** Each longer than the one before; null for all that is longer still. */
    spread: { upToMinutes: number | null; leads: number }[];
    waiting: number;
  };
  /** What became of the leads of these days; the rest is open. */
  conversion: { leads: number; converted: number; lost: number };
  /** For owners. */
  api?: { days: TrafficDay[] } | null;
}

export interface TrafficDay {
  date: string;
  requests: number;
  /** There were more than are counted. */
  isMore: boolean;
  refused: number;
  failed: number;
  isMoreRefused: boolean;
}
