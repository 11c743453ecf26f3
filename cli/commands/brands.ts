import {
  brandCountryDefault,
  chooseTimeZone,
  createBrand,
  listBrands,
  timeZoneOfBrand,
} from '#actions/accounts/brands.ts';
import { beginEmptying, continueEmptying } from '#actions/test-sides/empty-test-side.ts';
import { readBrandCountry, refusalOfTimeZone } from '#core/accounts/brand-rules.ts';
import type { BrandRow } from '#db/tables.ts';
import { commandContext } from '../command-context.ts';
import { defineCommand, UsageError } from '../command.ts';
import { isoTime, shortTime, table } from '../layout.ts';
import { refuseUnknownBrand, unknownBrand } from '../named-brand.ts';
import { withDatabase, withNewOrExistingDatabase } from '../open-database.ts';
import { readName } from '../read-values.ts';

export const brandsCreate = defineCommand({
  about: 'Adds a brand: one business with its own leads, customers and API keys.',
  options: {
    name: { value: '<text>', required: true, text: 'the name of the business' },
    country: {
      value: '<code>',
      text: `two letters, for leads without a country (default: ${brandCountryDefault})`,
    },
  },
  async run({ options, env }) {
    const name = readName(options.name);
    const { country, refusal } = readBrandCountry(options.country ?? brandCountryDefault);
    if (refusal !== undefined) throw new UsageError(`--country ${refusal.text}`);
    const brand = await withNewOrExistingDatabase(env, async (db) =>
      createBrand(db, { name, country }, await commandContext(db)),
    );
    return {
      json: brandAsJson(brand),
      text: `Added brand ${brand.id}: ${brand.name} (${brand.country})\n`,
    };
  },
});

export const brandsList = defineCommand({
  about: 'Lists the brands, the oldest first.',
  options: {},
  async run({ env }) {
    const brands = await withDatabase(env, listBrands);
    const rows = brands.map((brand) => [
      brand.id,
      brand.country,
      shortTime(brand.createdAt),
      brand.name,
    ]);
    return {
      json: { brands: brands.map(brandAsJson) },
      text: table(['ID', 'COUNTRY', 'CREATED', 'NAME'], rows, 'There are no brands yet.'),
    };
  },
});

const ofCountry = 'default';

export const brandsZone = defineCommand({
  about: "Sets the time zone of a brand's calendars.",
  argument: { value: '<brandId>', text: 'the brand, by its id' },
  options: {
    zone: {
      value: '<name>',
      required: true,
      text: `such as Europe/Amsterdam, or ${ofCountry} for its country's`,
    },
  },
  async run({ argument, options, env }) {
    const timeZone = options.zone === ofCountry ? null : options.zone;
    const refusal = timeZone === null ? null : refusalOfTimeZone(timeZone);
    if (refusal !== null) throw new UsageError(`--zone ${refusal.text}`);
    const brand = await withDatabase(env, (db) =>
      chooseTimeZone(db, { brandId: argument, timeZone }),
    );
    if (!brand) throw unknownBrand(argument);
    return {
      json: brandAsJson(brand),
      text: `Brand ${brand.id} has the time zone ${timeZoneOfBrand(brand)}\n`,
    };
  },
});

export const brandsEmptyTestSide = defineCommand({
  about:
    'Deletes everything in the test environment of a brand for good, except API keys, webhooks and calendar links. ' +
    'Live records are not touched. The server may run.',
  argument: { value: '<brandId>', text: 'the brand, by its id' },
  options: {},
  async run({ argument: brandId, env }) {
    await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, brandId);
      const context = await commandContext(db);
      let left = await beginEmptying(db, { brandId }, context);
      while (left) left = await continueEmptying(db, left, context);
    });
    return {
      json: { brandId, isEmpty: true },
      text: `The test environment of brand ${brandId} is empty\n`,
    };
  },
});

function brandAsJson(brand: BrandRow) {
  const { id, name, country, createdAt } = brand;
  return { id, name, country, timeZone: timeZoneOfBrand(brand), createdAt: isoTime(createdAt) };
}
