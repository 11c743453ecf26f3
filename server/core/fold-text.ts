// Folds case and accents, so that "Straße" equals "strasse" and "Zürich" equals "zurich".

// Most text is ASCII, and testing for that is far cheaper than normalising.
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

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

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter);
  // NFKD also decomposes Korean syllables; NFC composes them again.
  return plain.normalize('NFC');
}
