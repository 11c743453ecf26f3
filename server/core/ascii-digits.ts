// Digits of all scripts as 0 to 9, so that "٠٦" equals "06".
import { isAscii } from './is-ascii.ts';

const digit = /\p{Nd}/u;
const digitBeyondAscii = /(?![0-9])\p{Nd}/gu;

export function asciiDigits(text: string): string {
  return isAscii(text) ? text : text.replace(digitBeyondAscii, valueOf);
}

// Unicode has the ten digits of a script in a row, zero first; some rows follow each other directly.
function valueOf(one: string): string {
  const code = one.codePointAt(0)!;
  let first = code;
  while (digit.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}
