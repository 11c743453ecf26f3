// Folds case, accents and digits, so that "Straße" equals "strasse" and "Zürich" equals "zurich".
import { asciiDigits } from '#contract/phone-number.ts';
import { isAscii } from './is-ascii.ts';

// Letters that NFKD does not decompose.
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ə: 'e',
};
const specialLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'g');

export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = asciiDigits(text)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter);
  // NFKD also decomposes Korean syllables; NFC composes them again.
  return plain.normalize('NFC');
}
