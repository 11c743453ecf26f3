// Geocodes the leads of a batch offline.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { postalCodeKeyOf } from '#core/addresses/address-keys.ts';
import { countryCodeOf } from '#core/addresses/country-code.ts';
import { type GeoPoint, geocode, type Places } from '#core/addresses/geocode.ts';
import { postcodeCandidates } from '#core/addresses/postcode-table.ts';
import type { Database } from '#db/database.ts';
import { findPostcodes, hasPostcodes, type Postcode } from '#db/addresses/postcodes.ts';

interface Locatable {
  brandCountry: string;
  lead: Pick<LeadSubmission, 'street' | 'postalCode' | 'city' | 'country'>;
}

/** Returns one point per lead, null for a lead without an address. */
export async function locateLeads(
  db: Database,
  requests: readonly Locatable[],
  places: Places,
): Promise<(GeoPoint | null)[]> {
  const isTableLoaded = requests.some(({ lead }) => lead.postalCode) && (await hasPostcodes(db));
  const wanted = requests.map((request) => (isTableLoaded ? postcodesOf(request) : []));
  const rows = await findPostcodes(db, wanted.flat());
  const rowOf = new Map(rows.map((row) => [nameOf(row), row]));
  return requests.map(({ lead, brandCountry }, index) => {
    if (!hasAddress(lead)) return null;
    const row = wanted[index]!.map((postcode) => rowOf.get(nameOf(postcode))).find(Boolean);
    const place = { country: lead.country ?? brandCountry, city: lead.city ?? '' };
    return geocode(places, place, brandCountry, row);
  });
}

function hasAddress({ street, postalCode, city }: Locatable['lead']): boolean {
  return street !== undefined || postalCode !== undefined || city !== undefined;
}

/** The postcodes to look up, the most precise first. */
function postcodesOf({ lead, brandCountry }: Locatable): Postcode[] {
  const country = countryCodeOf(lead.country ?? brandCountry) ?? brandCountry;
  const candidates = postcodeCandidates(country, postalCodeKeyOf(lead.postalCode ?? ''));
  return candidates.map((postcode) => ({ country, postcode }));
}

function nameOf({ country, postcode }: Postcode): string {
  return `${country} ${postcode}`;
}
