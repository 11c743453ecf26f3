// Bounds of a mail before it is parsed, in one pass over its bytes. A small mail can be a bomb: parts in
// parts, or a million headers.
import { mailBytesMax } from '#contract/limits.ts';

export const mailDepthMax = 20;
export const mailHeadersBytesMax = 256 * 1024;
// The parser takes 2 µs for a line of base64, of which 25 MB have 350,000, and 13 µs for one of text.
const linesMax = 500_000;
const textLinesMax = 50_000;
const textLineBytesMax = 60;
// Each begins with a line with two dashes, which signatures and plain tables have too.
const dashedLinesMax = 2_000;
const [lf, dash] = [0x0a, 0x2d];

export function isWithinBounds(raw: Uint8Array): boolean {
  if (raw.length === 0 || raw.length > mailBytesMax) return false;
  let [lines, textLines, dashedLines, at] = [0, 0, 0, 0];
  while (at < raw.length) {
    if (raw[at] === dash && raw[at + 1] === dash && ++dashedLines > dashedLinesMax) return false;
    if (++lines > linesMax) return false;
    const end = raw.indexOf(lf, at);
    if (end === -1) return true;
    if (end - at < textLineBytesMax && ++textLines > textLinesMax) return false;
    at = end + 1;
  }
  return true;
}
