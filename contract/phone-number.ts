// How phone numbers are written: digits of other scripts, and extensions.

const beyondAscii = /[\u0080-\uffff]/;
const digit = /\p{Nd}/u;
const digitBeyondAscii = /(?![0-9])\p{Nd}/gu;

// The number itself comes first: #31#0612345678 only withholds the caller's own number.
const digitsBeforeExtension = /[0-9](?:[^0-9]*[0-9]){2}/;
const extension =
  /#|;\s*ext=|(?<!\p{L})(?:ext(?:ension|n)?|tst|toestel(?:nr|nummer)?|int(?:ern)?|doorkies(?:nr|nummer)?|x)(?!\p{L})/iu;

/** The number and its extension, which may be empty, both with ASCII digits. */
export function splitPhone(phone: string): [number: string, extension: string] {
  const text = asciiDigits(phone);
  const start = digitsBeforeExtension.exec(text);
  if (!start) return [text, ''];
  const from = start.index + start[0].length;
  const length = text.slice(from).search(extension);
  return length === -1 ? [text, ''] : [text.slice(0, from + length), text.slice(from + length)];
}

/** Digits of all scripts as 0 to 9, so that "٠٦" equals "06". */
export function asciiDigits(text: string): string {
  return beyondAscii.test(text) ? text.replace(digitBeyondAscii, valueOf) : text;
}

// Unicode has the ten digits of a script in a row, zero first; some rows follow each other directly.
function valueOf(one: string): string {
  const code = one.codePointAt(0)!;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}
