// The optional postcode table: how a file is aggregated into it, and which codes to look up.
import { postalCodeKeyOf } from './address-keys.ts';
import { type PostcodePoint, readPostcodeLines } from './postcode-lines.ts';

interface Mean {
  countryCode: string;
  postcode: string;
  latitudeSum: number;
  longitudeSum: number;
  count: number;
}

const decimals = 5;

// Extracts the area part of a full code.
const areaParts: Record<string, RegExp> = {
  NL: /^(\d{4})[A-Z]{2}$/,
  GB: /^([A-Z]{1,2}\d[A-Z\d]?)\d[A-Z]{2}$/,
  IE: /^([A-Z]\d[\dW])[A-Z\d]{4}$/,
  PT: /^(\d{4})\d{3}$/,
  US: /^(\d{5})\d{4}$/,
  CA: /^([A-Z]\d[A-Z])\d[A-Z]\d$/,
  AR: /^[A-Z]?(\d{4})[A-Z]{3}$/,
};

// The vehicle registration code in front of the postcode: "D-80331", "B-1000".
const vehicleCodes: Record<string, string> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FR: 'F',
  IT: 'I',
  LU: 'L',
  NO: 'N',
  SE: 'S',
};

/** The codes to look up, finest first: "1011AB", then "1011". */
export function postcodeCandidates(countryCode: string, postcode: string): string[] {
  const code = tableCodeOf(countryCode, postcode);
  if (code === '') return [];
  const area = areaParts[countryCode]?.exec(code)?.[1];
  return area === undefined ? [code] : [code, area];
}

/**
 * Yields one point per postcode, the mean of its rows. An area without a row of its own gets the mean of
 * its postcodes. `countryCode` is for files that do not name the country.
 */
export async function* readPostcodeTable(
  lines: AsyncIterable<string> | Iterable<string>,
  countryCode: string,
): AsyncGenerator<PostcodePoint> {
  const means = new Map<string, Mean>();
  const areaMeans = new Map<string, Mean>();
  for await (const point of readPostcodeLines(lines, countryCode)) {
    const [code, area] = postcodeCandidates(point.countryCode, point.postcode);
    if (code !== undefined) addToMean(means, code, point);
    if (area !== undefined) addToMean(areaMeans, area, point);
  }
  for (const mean of means.values()) yield pointOf(mean);
  for (const [key, mean] of areaMeans) if (!means.has(key)) yield pointOf(mean);
}

function tableCodeOf(countryCode: string, postcode: string): string {
  const code = postalCodeKeyOf(postcode);
  for (const prefix of [countryCode, vehicleCodes[countryCode]]) {
    if (prefix !== undefined && code.startsWith(prefix) && /^\d/.test(code.slice(prefix.length))) {
      return code.slice(prefix.length);
    }
  }
  return code;
}

function addToMean(means: Map<string, Mean>, postcode: string, point: PostcodePoint): void {
  const { countryCode, latitude, longitude } = point;
  const mean = means.get(countryCode + postcode);
  if (mean) {
    mean.latitudeSum += latitude;
    mean.longitudeSum += longitude;
    mean.count++;
  } else {
    const first = { latitudeSum: latitude, longitudeSum: longitude, count: 1 };
    means.set(countryCode + postcode, { countryCode, postcode, ...first });
  }
}

function pointOf({ countryCode, postcode, latitudeSum, longitudeSum, count }: Mean): PostcodePoint {
  return {
    countryCode,
    postcode,
    latitude: Number((latitudeSum / count).toFixed(decimals)),
    longitude: Number((longitudeSum / count).toFixed(decimals)),
  };
}
