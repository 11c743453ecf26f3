// The value of the Error-Details header: an RFC 9651 list. An entry is the name of a field with its
// rule, or a code alone: `"title";rule=too_long;max=200, move_not_allowed;from=lost;to=pending`.
import { errorDetailsBytesMax, messagesMax } from '#contract/limits.ts';
import type { ErrorDetail } from './field-message.ts';

/** The first entries that fit, and the count of the rest. */
export function errorDetails(details: readonly ErrorDetail[]): string {
  const shown: string[] = [];
  let bytesLeft = errorDetailsBytesMax;
  for (const detail of details.slice(0, messagesMax)) {
    const entry = entryOf(detail);
    bytesLeft -= entry.length + separator.length;
    if (bytesLeft < 0) break;
    shown.push(entry);
  }
  const left = details.length - shown.length;
  if (left > 0) shown.push(entryOf({ field: null, rule: 'more', values: { count: left } }));
  return shown.join(separator);
}

const separator = ', ';

function entryOf({ field, rule, values = {} }: ErrorDetail): string {
  const parameters = Object.entries(values).map(([name, value]) => `;${name}=${valueOf(value)}`);
  const subject = field === null ? rule : `${quoted(field)};rule=${rule}`;
  return subject + parameters.join('');
}

function valueOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  return token.test(value) ? value : quoted(value);
}

const token = /^[a-z][a-z_]*$/;
const printable = /^[\x20-\x7e]*$/;

/** A String, or a Display String (RFC 9651, 3.3.8) for anything beyond printable ASCII. */
function quoted(text: string): string {
  if (printable.test(text)) return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  const encoded = Buffer.from(text).reduce((so, byte) => so + displayed(byte), '');
  return `%"${encoded}"`;
}

function displayed(byte: number): string {
  const isPlain = byte >= 0x20 && byte <= 0x7e && byte !== 0x25 && byte !== 0x22;
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`;
}
