// Text as people typed it, made safe to store on any database: whole characters only, no control
// characters but tab and line break, no blanks around it.

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

// With those that take no room: a name of nothing else cannot be seen.
// oxlint-disable-next-line no-control-regex
const blank = /^[\s\u0000-\u001f\u007f\u200b-\u200d\u2060]*$/;

export function cleanText(text: string): string {
  return text.toWellFormed().replace(controls, '').trim();
}

/** Whether nothing of the text would be left. */
export function isBlank(text: string): boolean {
  return blank.test(text);
}

/** Length in Unicode code points: an emoji outside the first plane is one, not two UTF-16 units. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && countCharacters(text) > characters;
}

export function countCharacters(text: string): number {
  let count = text.length;
  // Four times as fast as to go through the characters, which a refused text can have many of.
  for (let at = 1; at < text.length; at++) {
    if (isSurrogate(text, at, 0xdc00) && isSurrogate(text, at - 1, 0xd800)) count--;
  }
  return count;
}

/** Of the half that begins at the code: the first half of a character or the second. */
function isSurrogate(text: string, at: number, begin: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === begin;
}
