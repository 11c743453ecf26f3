// Reads the body of a form post or a hook as far as it can be read. It never fails: what cannot be read
// is kept as it came, and a person looks at it.
import {
  filesPerIntakeMax,
  jsonDepthMax,
  jsonFieldsMax,
  jsonValuesMax,
  plainPostBytesMax,
} from '#contract/limits.ts';
import { limitExceededBy } from '../reading/json-limits.ts';
import { readContentType } from './content-type.ts';
import { decodeText, keepBytes } from './decode-text.ts';
import { type FormPart, readMultipart } from './multipart.ts';
import { storable, storableText } from './storable.ts';
import { readUrlencoded } from './urlencoded.ts';

export interface SentFile {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface SentBody {
  /** The fields or the JSON value; null if unreadable. */
  sent: unknown;
  files: SentFile[];
  /** Files beyond `filesPerIntakeMax`. */
  filesLeftOut: number;
  /** Null for a form with files, which are stored apart. */
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
  isReadable: boolean;
  /** Its fields, without the files, exceed what a post without files may have. */
  isTooLarge: boolean;
}

type Reading = Pick<SentBody, 'sent' | 'files' | 'filesLeftOut'>;

/** Asynchronous so that a parser with streams can take its place. */
export async function readSent(contentType: string | null, bytes: Uint8Array): Promise<SentBody> {
  const reading = read(contentType, bytes);
  if (reading === 'too_large') {
    return { ...unread, body: null, bodyEncoding: 'utf8', isReadable: false, isTooLarge: true };
  }
  if (reading && reading.files.length + reading.filesLeftOut > 0) {
    return { ...reading, body: null, bodyEncoding: 'utf8', isReadable: true, isTooLarge: false };
  }
  const isReadable = reading !== null;
  return { ...(reading ?? unread), ...keepBody(bytes), isReadable, isTooLarge: false };
}

const unread: Reading = { sent: null, files: [], filesLeftOut: 0 };

// As text, control characters would take six times their size in JSON.
function keepBody(bytes: Uint8Array): Pick<SentBody, 'body' | 'bodyEncoding'> {
  if (bytes.length <= plainPostBytesMax) return keepBytes(bytes);
  return { body: Buffer.from(bytes).toString('base64'), bodyEncoding: 'base64' };
}

function read(contentType: string | null, bytes: Uint8Array): Reading | 'too_large' | null {
  const { type, parameters } = readContentType(contentType);
  const charset = parameters.get('charset') ?? null;
  if (type === 'multipart/form-data') return readParts(bytes, parameters.get('boundary') ?? '');
  // A compressed upload, or one whose type is said in two ways.
  if (bytes.length > plainPostBytesMax) return null;
  const json = readJson(bytes, charset);
  if (json !== undefined) return { sent: json, files: [], filesLeftOut: 0 };
  const isForm = type === 'application/x-www-form-urlencoded' || looksUrlencoded(bytes);
  return isForm ? readPairs(bytes, charset) : null;
}

function readParts(bytes: Uint8Array, boundary: string): Reading | 'too_large' | null {
  const parts = readMultipart(bytes, boundary);
  if (!parts) return null;
  const [fields, files] = [parts.filter(isField), parts.filter((part) => !isField(part))];
  const fieldBytes = fields.reduce(
    (sum, field) => sum + Buffer.byteLength(field.name) + field.bytes.length,
    0,
  );
  if (fieldBytes > plainPostBytesMax) return 'too_large';
  const charset = fields.find(({ name }) => name === '_charset_')?.bytes;
  const used = charset ? decodeText(charset) : null;
  const sent = fieldsOf(
    fields.map(({ name, contentType, bytes: value }) => {
      const ownCharset = readContentType(contentType).parameters.get('charset');
      return [name, decodeText(value, ownCharset ?? used)];
    }),
  );
  // A file input that was left empty sends a part without bytes.
  const chosen = files.filter((file) => file.bytes.length > 0);
  return (
    sent && {
      sent,
      files: chosen.slice(0, filesPerIntakeMax).map(fileOf),
      filesLeftOut: Math.max(0, chosen.length - filesPerIntakeMax),
    }
  );
}

function isField({ fileName }: FormPart): boolean {
  return fileName === null;
}

function fileOf({ fileName, contentType, bytes }: FormPart): SentFile {
  return {
    name: storableText(fileName ?? ''),
    contentType: storableText(contentType ?? 'application/octet-stream'),
    bytes,
  };
}

/** Undefined for a text that is no JSON object or list, or one that exceeds the limits. */
function readJson(bytes: Uint8Array, charset: string | null): unknown {
  const text = decodeText(bytes, wideCharset(bytes) ?? charset);
  if (!/^\s*[[{]/.test(text) || limitExceededBy(text, limits) !== null) return undefined;
  try {
    return storable(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const limits = { depthMax: jsonDepthMax, fieldsMax: jsonFieldsMax, valuesMax: jsonValuesMax };

/** UTF-16, by its byte order mark. */
function wideCharset([first, second]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

// A sender may forget the content type or call it text.
function looksUrlencoded(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  return /^[\w.%+\-[\]*]+=\S*\s*$/.test(start);
}

function readPairs(bytes: Uint8Array, charset: string | null): Reading | null {
  const pairs = readUrlencoded(bytes, charset);
  // Text without any "=" is not a form; an empty form is.
  const isForm = bytes.length === 0 || bytes.includes('='.charCodeAt(0));
  const sent = pairs && isForm ? fieldsOf(pairs) : null;
  return sent && { sent, files: [], filesLeftOut: 0 };
}

/** A name that comes again makes a list. Null if there are too many names. */
function fieldsOf(
  pairs: readonly (readonly [name: string, value: string])[],
): Record<string, string | string[]> | null {
  const values = Map.groupBy(pairs, ([name]) => storableText(name));
  if (values.size > jsonFieldsMax || pairs.length > jsonValuesMax) return null;
  return Object.fromEntries(
    [...values].map(([name, entries]) => {
      const texts = entries.map(([, value]) => storableText(value));
      return [name, texts.length === 1 ? texts[0]! : texts];
    }),
  );
}
