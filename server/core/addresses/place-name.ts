// Normalises names of cities and countries: "'s-Gravenhage" equals "'S GRAVENHAGE", "Zürich" equals
// "Zurich", and "St. Gallen" equals "Sankt Gallen".
import { foldText } from '../fold-text.ts';

const shortWords = new Map([
  ['saint', 'st'],
  ['sankt', 'st'],
  ['sint', 'st'],
  ['sainte', 'ste'],
  ['nieuw', 'nw'],
  ['nieuwe', 'nwe'],
]);

/** Returns lower-case letters and digits only, possibly none. */
export function plainName(name: string): string {
  // "Capelle a/d IJssel" equals "Capelle aan den IJssel", "a.d. Oder" equals "an der Oder".
  return wordsOfName(name)
    .join(' ')
    .replace(/(?<= )(?:aan de|aan den|aan het|an der|a d)(?= )/g, 'ad')
    .split(' ')
    .map((word) => shortWords.get(word) ?? word)
    .join('');
}

function wordsOfName(name: string): string[] {
  return foldText(name).match(/[\p{Letter}\p{Number}]+/gu) ?? [];
}
