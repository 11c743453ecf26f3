// The data of a plot per day.

export type Tone = 'main' | 'good' | 'bad' | 'worst';

export interface Series {
  label: string;
  tone: Tone;
  /** One per day. */
  values: number[];
  /** Days on which counting stopped at a limit. */
  isMore?: boolean[];
}

export const plotHeightPixels = 220;
