// Reads a postcode file: a GeoNames postal file, or a CSV file with a header line, such as an extract of
// the Dutch BAG, with a row per postcode or address.
import { countryCodeOf, isCountryCode } from './country-code.ts';

export interface PostcodePoint {
  countryCode: string;
  postcode: string;
  latitude: number;
  longitude: number;
}

type LineReader = (line: string) => PostcodePoint | undefined;

const columnNames = {
  postcode: ['postcode', 'postalcode', 'postal_code', 'zip', 'zipcode', 'pc6', 'pc4'],
  latitude: ['lat', 'latitude', 'breedtegraad'],
  longitude: ['lon', 'lng', 'long', 'longitude', 'lengtegraad'],
  country: ['country', 'country_code', 'countrycode', 'land', 'landcode'],
};

/** `countryCode` is for files that do not name the country. */
export async function* readPostcodeLines(
  lines: AsyncIterable<string> | Iterable<string>,
  countryCode: string,
): AsyncGenerator<PostcodePoint> {
  let readLine: LineReader | undefined;
  let lineNumber = 0;
  for await (const rawLine of lines) {
    lineNumber++;
    const line = rawLine.replace(/^\uFEFF|\r$/g, '');
    if (line.trim() === '') continue;
    let point: PostcodePoint | undefined;
    try {
      if (readLine) point = readLine(line);
      else if (isGeoNamesLine(line)) point = (readLine = readGeoNamesLine)(line);
      else readLine = csvReader(line, countryCode);
    } catch (error) {
      throw new Error(`line ${lineNumber}: ${(error as Error).message}`, { cause: error });
    }
    if (point) yield point;
  }
}

function isGeoNamesLine(line: string): boolean {
  return /^[A-Z]{2}\t[^\t]*\t/.test(line);
}

function readGeoNamesLine(line: string): PostcodePoint | undefined {
  const fields = line.split('\t');
  if (fields.length < 11) {
    throw new Error(`expected at least 11 columns between tabs, found ${fields.length}`);
  }
  return readPoint(fields[0]!, fields[1]!, fields[9]!, fields[10]!);
}

function csvReader(header: string, countryCode: string): LineReader {
  const separator = [';', '\t', ','].find((sign) => header.includes(sign)) ?? ',';
  const names = splitRow(header, separator).map((name) => name.toLowerCase());
  const [postcodeAt, latitudeAt, longitudeAt] = [
    columnOf(names, columnNames.postcode),
    columnOf(names, columnNames.latitude),
    columnOf(names, columnNames.longitude),
  ];
  const countryAt = names.findIndex((name) => columnNames.country.includes(name));
  return (line) => {
    const fields = splitRow(line, separator);
    if (fields.length !== names.length) {
      throw new Error(`expected ${names.length} columns as in the header, found ${fields.length}`);
    }
    // A spreadsheet set to Dutch or German writes 52,09.
    const [latitude, longitude] = [latitudeAt, longitudeAt].map((at) =>
      fields[at]!.replace(',', '.'),
    );
    const country = fields[countryAt] || countryCode;
    return readPoint(country, fields[postcodeAt]!, latitude!, longitude!);
  };
}

function columnOf(names: string[], wanted: string[]): number {
  const name = wanted.find((name) => names.includes(name));
  if (name !== undefined) return names.indexOf(name);
  throw new Error(`expected a column named ${wanted.join(' or ')}, found ${names.join(', ')}`);
}

// Such files have no line breaks in fields, so a full CSV parser is not worth a dependency of the server.
function splitRow(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim());
  const fields = [''];
  let isQuoted = false;
  for (const sign of line) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === separator && !isQuoted) fields.push('');
    else fields[fields.length - 1] += sign;
  }
  if (isQuoted) throw new Error('a quote is not closed');
  return fields.map((field) => field.trim());
}

/** Undefined for a row without a postcode or coordinates, which official files contain. */
function readPoint(
  country: string,
  postcode: string,
  latitudeText: string,
  longitudeText: string,
): PostcodePoint | undefined {
  const countryCode = isCountryCode(country) ? country : countryCodeOf(country);
  if (countryCode === undefined) throw new Error(`unknown country "${country}"`);
  if (postcode.trim() === '' || (latitudeText === '' && longitudeText === '')) return undefined;
  const latitude = readDegrees('latitude', latitudeText, 90);
  const longitude = readDegrees('longitude', longitudeText, 180);
  if (latitude === 0 && longitude === 0) throw new Error('latitude and longitude are both 0');
  return { countryCode, postcode, latitude, longitude };
}

function readDegrees(name: string, text: string, max: number): number {
  const degrees = /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Math.abs(degrees) <= max) return degrees;
  throw new Error(`${name} must be a number from -${max} to ${max}, got "${text}"`);
}
