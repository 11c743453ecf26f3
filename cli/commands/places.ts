import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { brandCountryDefault } from '#actions/accounts/brands.ts';
import { Refusal } from '#actions/refusal.ts';
import { replacePostcodeTable } from '#actions/addresses/replace-postcode-table.ts';
import { isCountryCode } from '#core/addresses/country-code.ts';
import { readPostcodeTable } from '#core/addresses/postcode-table.ts';
import type { PostcodeRow } from '#db/tables.ts';
import { defineCommand, UsageError } from '../command.ts';
import { withDatabase } from '../open-database.ts';

export const placesLoad = defineCommand({
  about:
    'Loads postcodes with coordinates, so that leads are geocoded to their postcode. Replaces the earlier table of the same country. With an invalid line, nothing is changed.',
  argument: {
    value: '<file>',
    text: 'a GeoNames postal code file, or CSV with columns postcode, latitude and longitude',
  },
  options: {
    country: {
      value: '<code>',
      text: `the country of a file that does not name it (default: ${brandCountryDefault})`,
    },
  },
  async run({ argument, options, env }) {
    const country = (options.country ?? brandCountryDefault).toUpperCase();
    if (!isCountryCode(country)) {
      throw new UsageError(`--country must be a two-letter code such as NL, got "${country}"`);
    }
    // Read everything before the first change: an invalid last line must change nothing.
    const loaded = await withDatabase(env, async (db) => {
      const tables = await readTables(argument, country);
      for (const [country, rows] of tables) await replacePostcodeTable(db, { country, rows });
      return [...tables].map(([country, rows]) => ({ country, postcodes: rows.length }));
    });
    const lines = loaded.map(
      ({ country, postcodes }) => `Loaded ${postcodes} postcodes of ${country}`,
    );
    return { json: { loaded }, text: `${lines.join('\n')}\n` };
  },
});

async function readTables(path: string, country: string): Promise<Map<string, PostcodeRow[]>> {
  if (!existsSync(path)) throw new Refusal(`there is no file ${path}`);
  const tables = new Map<string, PostcodeRow[]>();
  try {
    const file = await open(path);
    await refuseCompressed(file);
    // readLines closes the file at its end, and when the loop exits early.
    for await (const point of readPostcodeTable(file.readLines({ start: 0 }), country)) {
      const { countryCode, ...row } = point;
      const rows = tables.get(countryCode) ?? [];
      tables.set(countryCode, rows);
      rows.push({ country: countryCode, ...row });
    }
  } catch (cause) {
    throw new Refusal(`${path}: ${(cause as Error).message}; nothing was changed`, { cause });
  }
  if (tables.size === 0) throw new Refusal(`${path}: there are no postcodes in it`);
  return tables;
}

async function refuseCompressed(file: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  const start = buffer.toString('latin1');
  if (start !== 'PK' && start !== '\x1f\x8b') return;
  await file.close();
  throw new Error('the file is compressed: unpack it first');
}
