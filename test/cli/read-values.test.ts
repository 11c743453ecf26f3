import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDurationMs, readTime } from '../../cli/read-values.ts';

const moments: [text: string, iso: string][] = [
  ['2027-06-30', '2027-06-30T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
  ['2027-06-30T18:00Z', '2027-06-30T18:00:00.000Z'],
  ['2027-06-30T18:00:00', '2027-06-30T18:00:00.000Z'],
  ['2027-06-30T18:00:00.5+02:00', '2027-06-30T16:00:00.500Z'],
];

test('a date is its midnight, and a time without a zone is UTC', () => {
  for (const [text, iso] of moments) {
    assert.equal(new Date(readTime('--expires', text)).toISOString(), iso, text);
  }
});

test('any other text is not a time', () => {
  const wrong = ['', 'tomorrow', '2027', '2027-6-30', '30-06-2027', '2027-13-01', '2027-02-29'];
  wrong.push('2027-06-30T25:00Z', '2027-06-30 18:00', '1900000000000', '2027-06-30T18:00:00+02');
  for (const text of wrong) {
    assert.throws(() => readTime('--expires', text), /--expires must be a date/, text);
  }
});

const durations: [text: string, ms: number][] = [
  ['0', 0],
  ['0h', 0],
  ['45s', 45_000],
  ['30m', 1_800_000],
  ['24h', 86_400_000],
  ['7d', 604_800_000],
  ['366d', 31_622_400_000],
];

test('durations have a unit', () => {
  for (const [text, ms] of durations) assert.equal(readDurationMs('--overlap', text), ms, text);
});

test('any other text is not a duration', () => {
  for (const text of ['', '24', '-1h', '1.5h', '1w', '1 h', 'h', '367d', '999999999d', '24H']) {
    assert.throws(() => readDurationMs('--overlap', text), /--overlap must be a duration/, text);
  }
});
