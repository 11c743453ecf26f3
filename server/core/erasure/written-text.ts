// What somebody wrote, cut into the values that they meant. Nothing in here may fail, and all of it takes a
// time in proportion to the text: strangers write it.

/** In groups of values that stood side by side: those of one JSON object, or the fields of one form. */
export function valuesIn(text: string): string[][] {
  return /^\s*[[{]/.test(text)
    ? (valuesOfJson(text) ?? valuesOfBrokenJson(text))
    : valuesOfForm(text);
}

/** Whether the text may hold words or digits in another form than as they are. */
export function hasEscapes(text: string): boolean {
  return /[\\%]|[0-9)]\+/.test(text);
}

function valuesOfJson(text: string): string[][] | null {
  const groups: string[][] = [];
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return null;
  }
  // A list instead of calls: it may be deep.
  const left = [root];
  while (left.length > 0) {
    const group: string[] = [];
    for (const value of Object.values(left.pop() as object)) {
      if (typeof value === 'string' || typeof value === 'number') group.push(String(value));
      else if (typeof value === 'object' && value !== null) left.push(value);
    }
    if (group.length > 0) groups.push(group);
  }
  return groups;
}

function valuesOfBrokenJson(text: string): string[][] {
  const plain = text
    .replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replace(/\\[nrtbf]/g, ' ')
    .replaceAll('\\"', '"')
    .replaceAll('\\/', '/');
  return [[text, plain], plain.split('"')];
}

/** Also of a path, and of the parts of a form that come on lines of their own. */
function valuesOfForm(text: string): string[][] {
  const fields = [...new URLSearchParams(text)].flat();
  const groups = [[text], fields, text.split(/\r?\n/)];
  const isOldEncoding = fields.some((field) => field.includes('\u{fffd}'));
  if (isOldEncoding) groups.push(text.split(/[&=]/).map(readAsLatin1));
  return groups;
}

function readAsLatin1(field: string): string {
  return field
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
