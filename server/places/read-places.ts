// Loads the bundled cities and countries, once, on first use.
import { readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import type { Places } from '#core/addresses/geocode.ts';
import { projectFile } from '#runtime/program.js';
import { findCity } from './city-index.ts';

// One chunk for all cities: decompressing in small chunks takes half as long again.
const citiesBytesMax = 8 * 1024 * 1024;

const cachedCitiesMax = 2_000;

const folder = projectFile('places/');

let places: Places | undefined;

export function readPlaces(): Places {
  places ??= openPlaces();
  return places;
}

function openPlaces(): Places {
  const compressed = readFileSync(new URL('cities.txt.zst', folder));
  const cities = zstdDecompressSync(compressed, { chunkSize: citiesBytesMax });
  const centres = new Map<string, [number, number]>(
    Object.entries(JSON.parse(readFileSync(new URL('countries.json', folder), 'utf8'))),
  );
  const found = new Map<string, ReturnType<typeof findCity>>();
  return {
    // Cached, because a business gets leads from the same few cities.
    cityAt(countryCode, cityName) {
      const key = `${countryCode} ${cityName}`;
      if (!found.has(key)) {
        if (found.size >= cachedCitiesMax) found.clear();
        found.set(key, findCity(cities, countryCode, cityName));
      }
      return found.get(key);
    },
    countryCentre(countryCode) {
      const centre = centres.get(countryCode);
      return centre && { latitude: centre[0], longitude: centre[1] };
    },
  };
}
