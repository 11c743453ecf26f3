import { jsonValuesMax } from '#contract/limits.ts';
import { decodeText } from './decode-text.ts';

/** The fields of a form in their order, or null if there are too many. */
export function readUrlencoded(
  bytes: Uint8Array,
  charset: string | null,
): [name: string, value: string][] | null {
  // Latin-1 keeps each byte, also of those that should have been escaped.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const pairs = text
    .replace(/\r?\n$/, '')
    .split('&', jsonValuesMax + 1)
    .filter((pair) => pair !== '');
  if (pairs.length > jsonValuesMax) return null;
  const named = pairs.map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return [bytesOf(name), bytesOf(pair.slice(name.length + 1))] as const;
  });
  const declared = named.find(([name]) => name.toString('latin1') === '_charset_');
  const used = declared?.[1].toString('latin1') || charset;
  return named.map(([name, value]) => [decodeText(name, used), decodeText(value, used)]);
}

function bytesOf(escaped: string): Buffer {
  const text = escaped
    .replaceAll('+', ' ')
    .replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)));
  return Buffer.from(text, 'latin1');
}
