// What a plot of days shows.

export type Tone = 'main' | 'good' | 'bad' | 'worst';

export interface Series {
  label: string;
  tone: Tone;
  /** One for each day. */
  values: number[];
  /** On which days there were more than were counted. */
  isMore?: boolean[];
}

export const plotHeightPixels = 220;
