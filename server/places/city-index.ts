// Binary search in the city index: lines of "<country code><plain name> TAB <latitude> TAB <longitude>",
// sorted by bytes. They stay in one buffer; as objects they would take twenty times the memory.
import type { Coordinates } from '#core/addresses/geocode.ts';
import { cityKey } from './city-key.ts';

const lineFeed = 0x0a;

export function findCity(
  index: Buffer,
  countryCode: string,
  cityName: string,
): Coordinates | undefined {
  return (
    findName(index, countryCode, cityName) ??
    // "Bergen (NH)", "Utrecht, Nederland" and "Frankfurt/Main" as people write them.
    findName(index, countryCode, cityName.replace(/[,(/].*$/s, ''))
  );
}

function findName(index: Buffer, countryCode: string, cityName: string): Coordinates | undefined {
  const key = cityKey(countryCode, cityName);
  return key === undefined ? undefined : findLine(index, Buffer.from(`${key}\t`));
}

function findLine(index: Buffer, start: Buffer): Coordinates | undefined {
  let low = 0;
  let high = index.length;
  while (low < high) {
    let lineStart = (low + high) >> 1;
    while (lineStart > low && index[lineStart - 1] !== lineFeed) lineStart--;
    const order = compareAt(index, lineStart, start);
    if (order === 0) return readCoordinates(index, lineStart + start.length);
    if (order > 0) high = lineStart;
    else low = index.indexOf(lineFeed, lineStart) + 1;
  }
  return undefined;
}

/** For so few bytes a JavaScript loop is faster than a native call. */
function compareAt(index: Buffer, lineStart: number, start: Buffer): number {
  for (let at = 0; at < start.length; at++) {
    const difference = index[lineStart + at]! - start[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

function readCoordinates(index: Buffer, at: number): Coordinates {
  const text = index.toString('latin1', at, index.indexOf(lineFeed, at));
  const [latitude, longitude] = text.split('\t');
  return { latitude: Number(latitude), longitude: Number(longitude) };
}
