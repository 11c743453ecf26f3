// Cleans submitted text so that any database can store it: well-formed Unicode, trimmed, and no control
// characters except tab and line break.

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

// Soft hyphen, zero-width characters and marks of the writing direction.
export const invisible =
  '\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff';
// A name made of them would be invisible.
const blank = new RegExp(`^[\\s\\u0000-\\u001f\\u007f${invisible}]*$`);
const isInvisible = new RegExp(`[\\s${invisible}]`);

export function cleanText(text: string): string {
  return text.toWellFormed().replace(controls, '').trim();
}

/** Web pages and chat programs put invisible characters around an address that is copied. */
export function cleanEmail(text: string): string {
  const clean = cleanText(text);
  // A pattern for the end would take quadratic time.
  let [start, end] = [0, clean.length];
  while (start < end && isInvisible.test(clean[start]!)) start++;
  while (start < end && isInvisible.test(clean[end - 1]!)) end--;
  return clean.slice(start, end);
}

/** Whether the text has no visible characters. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

/** Counts Unicode code points, so an emoji is one character and not two UTF-16 units. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && countCharacters(text) > characters;
}

export function countCharacters(text: string): number {
  let count = text.length;
  // Four times as fast as iterating over code points, and refused texts can be long.
  for (let at = 1; at < text.length; at++) {
    if (isSurrogate(text, at, 0xdc00) && isSurrogate(text, at - 1, 0xd800)) count--;
  }
  return count;
}

/** `range` is 0xd800 for high surrogates, 0xdc00 for low ones. */
function isSurrogate(text: string, at: number, range: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === range;
}
