// Formats texts, times and lines for iCalendar (RFC 5545).

const lineOctetsMax = 75;

export function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll('\n', '\\n')
    .replaceAll(/\p{Control}/gu, '')
    .toWellFormed();
}

/** Folds a line at 75 octets, never inside a character. */
export function foldLine(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (octets + length > lineOctetsMax) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += length;
  }
  return `${folded}\r\n`;
}

/** Such as 20261115T093000Z. */
export function utcTime(time: number): string {
  return `${clockTime(time)}Z`;
}

/** The local time at an offset from UTC, such as 20261115T103000. */
export function clockTime(time: number, offsetMinutes = 0): string {
  const iso = new Date(time + offsetMinutes * 60_000).toISOString();
  return iso.slice(0, 19).replaceAll(/[-:]/g, '');
}

/** Such as +0100. */
export function offsetText(minutes: number): string {
  const twoDigits = (count: number) => String(count).padStart(2, '0');
  const size = Math.abs(minutes);
  const sign = minutes < 0 ? '-' : '+';
  return `${sign}${twoDigits(Math.floor(size / 60))}${twoDigits(size % 60)}`;
}
