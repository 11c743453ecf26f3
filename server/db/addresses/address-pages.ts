import type { Position } from '#core/requests/cursor.ts';
import { accessOf } from '#core/search/list-access.ts';
import { wordsOfAddress } from '#core/search/search-words.ts';
import type { Database } from '../database.ts';
import type { ListSource } from '../lists/list-source.ts';
import type { SqlText } from '../sql-text.ts';

export interface AddressPageRequest {
  brandId: string;
  /** Normalised keys. */
  filters: { city?: string[]; postalCode?: string[] };
  words: string[] | undefined;
  sort: { field: 'createdAt'; descending: boolean };
  after: Position | undefined;
  limit: number;
}

const sortBy = 'a.created_at';
const texts = [
  'a.street',
  'a.street_number',
  'a.street_number_addition',
  'a.postal_code',
  'a.postal_code_key',
  'a.city',
];

export function addressList(db: Database, request: AddressPageRequest): ListSource {
  const { brandId, filters, words = [], sort, after, limit } = request;
  const { city, postalCode } = filters;
  const { by } = accessOf('addresses', request);
  const addPostalCodes = (sql: SqlText) =>
    postalCode && sql.addAnyOf('a.postal_code_key', postalCode);
  const addCities = (sql: SqlText) => city && sql.addAnyOf('a.city_key', city);
  return {
    table: 'addresses',
    as: 'a',
    brandId,
    joins: '',
    hidesSome: false,
    sort: { by: sortBy, descending: sort.descending },
    isByCreation: true,
    after,
    limit,
    addIndexed(sql) {
      if (by === 'postalCode') addPostalCodes(sql);
      if (by === 'city') addCities(sql);
    },
    addFilters(sql) {
      addPostalCodes(sql);
      addCities(sql);
    },
    few: [],
    words,
    texts,
    wordsOf([street, streetNumber, streetNumberAddition, postalCodeText, postalCodeKey, cityText]) {
      return wordsOfAddress({
        street: street!,
        streetNumber: streetNumber!,
        streetNumberAddition: streetNumberAddition!,
        postalCode: postalCodeText!,
        postalCodeKey: postalCodeKey!,
        city: cityText!,
      });
    },
    index: db.addressSearch,
  };
}
