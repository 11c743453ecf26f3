// Puts the leads of a batch on the map, without asking anybody outside.
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { postalCodeKeyOf } from '#core/addresses/address-keys.ts';
import { countryCodeOf } from '#core/addresses/country-code.ts';
import { type GeoPoint, geocode, type Places } from '#core/addresses/geocode.ts';
import { postcodeCandidates } from '#core/addresses/postcode-table.ts';
import type { Database } from '#db/database.ts';
import { findPostcodes, hasPostcodes } from '#db/postcodes.ts';

interface Locatable {
  brandCountry: string;
  lead: Pick<LeadSubmission, 'street' | 'postalCode' | 'city' | 'country'>;
}

/** One point for each lead, null for a lead without an address. */
export async function locateLeads(
  db: Database,
  requests: readonly Locatable[],
  places: Places,
): Promise<(GeoPoint | null)[]> {
  const isTableLoaded = requests.some(({ lead }) => lead.postalCode) && (await hasPostcodes(db));
  const points: (GeoPoint | null)[] = [];
  for (const request of requests) {
    if (!hasAddress(request.lead)) {
      points.push(null);
      continue;
    }
    const { lead, brandCountry } = request;
    const postcode = isTableLoaded ? await findPostcode(db, request) : undefined;
    const place = { country: lead.country ?? brandCountry, city: lead.city ?? '' };
    points.push(geocode(places, place, brandCountry, postcode));
  }
  return points;
}

function hasAddress({ street, postalCode, city }: Locatable['lead']): boolean {
  return street !== undefined || postalCode !== undefined || city !== undefined;
}

async function findPostcode(db: Database, { lead, brandCountry }: Locatable) {
  const country = countryCodeOf(lead.country ?? brandCountry) ?? brandCountry;
  const candidates = postcodeCandidates(country, postalCodeKeyOf(lead.postalCode ?? ''));
  const rows = await findPostcodes(db, country, candidates);
  return candidates.map((code) => rows.find((row) => row.postcode === code)).find(Boolean);
}
