// Splits submitted text into its values. The text is untrusted: nothing here may throw, and everything
// runs in linear time.

/** Values grouped as they were sent: those of one JSON object, or the fields of one form. */
export function valuesIn(text: string): string[][] {
  return /^\s*[[{]/.test(text)
    ? (valuesOfJson(text) ?? valuesOfBrokenJson(text))
    : valuesOfForm(text);
}

/** Whether the text may contain escaped words or digits. */
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
  // A stack instead of recursion, because nesting may be deep.
  const stack = [root];
  while (stack.length > 0) {
    const group: string[] = [];
    for (const value of Object.values(stack.pop() as object)) {
      if (typeof value === 'string' || typeof value === 'number') group.push(String(value));
      else if (typeof value === 'object' && value !== null) stack.push(value);
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

/** Also reads paths, and multipart forms line by line. */
function valuesOfForm(text: string): string[][] {
  const fields = [...new URLSearchParams(text)].flat();
  const groups = [[text], fields, text.split(/\r?\n/)];
  const isLatin1 = fields.some((field) => field.includes('\u{fffd}'));
  if (isLatin1) groups.push(text.split(/[&=]/).map(readAsLatin1));
  return groups;
}

function readAsLatin1(field: string): string {
  return field
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
