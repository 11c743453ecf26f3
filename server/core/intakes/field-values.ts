import type { LeadField } from '#contract/lead-submission.ts';
import { photoUrlsMax, tagsMax } from '#contract/limits.ts';
import type { Priority } from '#contract/work-item-lists.ts';
import { foldText } from '../fold-text.ts';

/** The fields of a lead that are lists. */
export function isListField(field: LeadField): boolean {
  return field === 'photoUrls' || field === 'tags';
}

/** Texts that were found, as the field's value: null for no text. */
export function asFieldValue(field: LeadField, texts: readonly string[]): string | string[] | null {
  const found = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (found.length === 0) return null;
  // A lead is not refused for having too many of them: all are in what was sent.
  if (field === 'photoUrls') return found.flatMap(urlsOf).slice(0, photoUrlsMax);
  if (field === 'tags') return found.flatMap(wordsOf).slice(0, tagsMax);
  const text = found.join(', ');
  if (field === 'priority') return priorityWords.get(foldText(text)) ?? text.toLowerCase();
  return field === 'source' ? text.toLowerCase() : text;
}

function urlsOf(text: string): string[] {
  return text.split(/\s+|,(?=\s*https?:)/).filter((url) => url !== '');
}

function wordsOf(text: string): string[] {
  const words = text.split(/[,;\n]/).map((word) => word.trim());
  return words.filter((word) => word !== '');
}

const priorityWords = new Map<string, Priority>([
  ['laag', 'low'],
  ['geen haast', 'low'],
  ['normaal', 'medium'],
  ['gemiddeld', 'medium'],
  ['normal', 'medium'],
  ['hoog', 'high'],
  ['spoed', 'urgent'],
  ['dringend', 'urgent'],
  ['urgent', 'urgent'],
  ['emergency', 'urgent'],
]);
