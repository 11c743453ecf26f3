// The form in which names of cities and countries are compared: "'s-Gravenhage", "s gravenhage" and
// "'S GRAVENHAGE" are one name, and so are "Zürich" and "Zurich", "St. Gallen" and "Sankt Gallen".
import { inPlainLetters } from '../search/plain-letters.ts';

const shortWords = new Map([
  ['saint', 'st'],
  ['sankt', 'st'],
  ['sint', 'st'],
  ['sainte', 'ste'],
  ['nieuw', 'nw'],
  ['nieuwe', 'nwe'],
]);

/** Lower-case letters and digits only, without accents, blanks and signs; '' when nothing is left. */
export function plainName(name: string): string {
  // "Capelle a/d IJssel" and "Capelle aan den IJssel", "Frankfurt a.d. Oder" and "an der Oder".
  return wordsOfName(name)
    .join(' ')
    .replace(/(?<= )(?:aan de|aan den|aan het|an der|a d)(?= )/g, 'ad')
    .split(' ')
    .map((word) => shortWords.get(word) ?? word)
    .join('');
}

function wordsOfName(name: string): string[] {
  return inPlainLetters(name).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
