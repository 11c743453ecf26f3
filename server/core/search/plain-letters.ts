// Text in lower case and without accents, so that "Straße" and "strasse", "Zürich" and "zurich" are one.

// Most text is plain already; telling so is far cheaper than taking it apart.
// oxlint-disable-next-line no-control-regex
const ascii = /^[\u0000-\u007f]*$/;

// Letters that Unicode does not take apart into a plain letter and a mark.
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

export function inPlainLetters(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}+/gu, '')
    .replace(specialLetter, (letter) => plainLetters[letter] ?? letter);
  // Composed again, because a Korean syllable came apart as well.
  return plain.normalize('NFC');
}
