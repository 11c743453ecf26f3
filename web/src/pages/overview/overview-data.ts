// The response of `GET /v1/app/overview`.
import type { Source } from '../../../../sdk/src/index.ts';

export interface Overview {
  /** False when the period has more leads and changes than are counted. */
  isComplete: boolean;
  /** Oldest first; days of the brand's time zone. */
  days: { date: string; leads: number; converted: number; lost: number }[];
  sources: { source: Source; leads: number; converted: number; lost: number }[];
  responseTime: {
    medianMinutes: number | null;
    /** Ascending; null for the rest. */
    spread: { upToMinutes: number | null; leads: number }[];
    waiting: number;
    inTime: { answered: number; due: number };
  };
  /** The remaining leads are open. */
  conversion: { leads: number; converted: number; lost: number };
  /** Quotes that were sent, whatever the period. */
  openQuotes: { quotes: number; priced: number; cents: number; isMore: boolean };
  /** Owners only. */
  api?: { days: TrafficDay[] } | null;
}

export interface TrafficDay {
  date: string;
  requests: number;
  /** Counting stopped at `requests`. */
  isMore: boolean;
  refused: number;
  failed: number;
  isMoreRefused: boolean;
}
