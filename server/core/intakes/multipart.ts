// Reads multipart/form-data. The parser of `Response.formData()` refuses short boundaries, which
// WordPress sends, and replaces bytes that are not UTF-8, which loses the letters of old websites.
import { jsonValuesMax } from '#contract/limits.ts';
import { readContentType } from './content-type.ts';
import { decodeText } from './decode-text.ts';

export interface FormPart {
  name: string;
  /** Null for a field. */
  fileName: string | null;
  contentType: string | null;
  bytes: Uint8Array;
}

const partHeadBytesMax = 8 * 1024;
const boundaryLengthMax = 200;
const [cr, lf, dash] = [0x0d, 0x0a, 0x2d];
// Another boundary can begin with this one.
const afterMark = new Set<number | undefined>([cr, lf, dash, 0x20, 0x09]);

/** Null for a body that is cut off or broken. */
export function readMultipart(body: Uint8Array, boundary: string): FormPart[] | null {
  if (boundary === '' || boundary.length > boundaryLengthMax) return null;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const mark = Buffer.from(`--${boundary}`, 'latin1');
  const parts: FormPart[] = [];
  let at = nextMark(bytes, mark, 0);
  while (at !== -1) {
    const start = at + mark.length;
    if (bytes[start] === dash && bytes[start + 1] === dash) return parts;
    at = nextMark(bytes, mark, start);
    if (at === -1 || parts.length === jsonValuesMax) return null;
    const part = readPart(bytes.subarray(afterLine(bytes, start), beforeBreak(bytes, at)));
    if (!part) return null;
    parts.push(part);
  }
  return null;
}

/** The next boundary that begins a line. */
function nextMark(bytes: Buffer, mark: Buffer, from: number): number {
  let at = bytes.indexOf(mark, from);
  while (at !== -1 && !isMark(bytes, mark, at)) at = bytes.indexOf(mark, at + 1);
  return at;
}

function isMark(bytes: Buffer, mark: Buffer, at: number): boolean {
  return (at === 0 || bytes[at - 1] === lf) && afterMark.has(bytes[at + mark.length]);
}

function afterLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(lf, from);
  return end === -1 ? bytes.length : end + 1;
}

// The line break before a boundary is not part of the value.
function beforeBreak(bytes: Buffer, at: number): number {
  return bytes[at - 2] === cr ? at - 2 : at - 1;
}

function readPart(part: Buffer): FormPart | null {
  const head = headOf(part);
  if (!head) return null;
  const headers = new Map(
    decodeText(part.subarray(0, head.end))
      .split(/\r?\n/)
      .map((line) => {
        const [name = ''] = line.split(':', 1);
        return [name.trim().toLowerCase(), line.slice(name.length + 1).trim()];
      }),
  );
  const { parameters } = readContentType(headers.get('content-disposition') ?? null);
  const name = parameters.get('name');
  if (name === undefined) return null;
  const fileName = parameters.get('filename') ?? extendedName(parameters.get('filename*'));
  return {
    name: unescaped(name),
    fileName: fileName === undefined ? null : unescaped(fileName),
    contentType: headers.get('content-type') ?? null,
    bytes: part.subarray(head.bodyStart),
  };
}

/** Headers end at the first blank line. */
function headOf(part: Buffer): { end: number; bodyStart: number } | null {
  let at = 0;
  while (at < Math.min(part.length, partHeadBytesMax)) {
    const next = afterLine(part, at);
    const isBlank = part[at] === lf || (part[at] === cr && part[at + 1] === lf);
    if (isBlank) return { end: at, bodyStart: next };
    at = next;
  }
  return null;
}

// Browsers escape these three only (HTML, "multipart form data").
const escapes: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

function unescaped(name: string): string {
  return name.replace(/%(?:22|0D|0A)/gi, (escape) => escapes[escape.toUpperCase()]!);
}

/** RFC 8187: `UTF-8''na%C3%AFef.jpg`. */
function extendedName(value: string | undefined): string | undefined {
  const [, text] = value?.match(/^[\w-]*'[\w-]*'(.*)$/) ?? [];
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
