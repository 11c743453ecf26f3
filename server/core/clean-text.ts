// Text as people typed it, made safe to store on any database: whole characters only, no control
// characters but tab and line break, no blanks around it.

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

export function cleanText(text: string): string {
  return text.toWellFormed().replace(controls, '').trim();
}

/** Length in characters as a person counts them, not in UTF-16 units. */
export function isLongerThan(text: string, characters: number): boolean {
  return text.length > characters && countCharacters(text) > characters;
}

export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
