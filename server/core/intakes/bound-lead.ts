import { bodyBytesMax, longTextLengthMax } from '#contract/limits.ts';
import { cutText } from './cut-text.ts';

// Beyond the limit of each field, so that a text that was cut is still refused as too long.
const textLengthMax = longTextLengthMax + 1_000;
const otherLengthMax = 16 * 1024;

/** A lead can be accepted up to the size of the API's bodies. What is cut here is still in what was sent. */
export function boundLead(lead: Record<string, unknown>): Record<string, unknown> {
  if (Buffer.byteLength(JSON.stringify(lead)) <= bodyBytesMax) return lead;
  const bounded = Object.entries(lead)
    .map(([field, value]): [string, unknown] => [field, withShortTexts(value)])
    .filter(
      ([, value]) => typeof value === 'string' || JSON.stringify(value).length <= otherLengthMax,
    );
  return Object.fromEntries(bounded);
}

/** Of a lead of any shape: a refused one is kept as it came. */
export function withShortTexts(value: unknown): unknown {
  if (typeof value === 'string') return cutText(value, textLengthMax);
  if (Array.isArray(value)) return value.map(withShortTexts);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, item]) => [field, withShortTexts(item)]),
  );
}
