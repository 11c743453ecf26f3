import type { AddressRecord } from '../records.ts';

export type AddressLine = Pick<
  AddressRecord,
  'street' | 'streetNumber' | 'streetNumberAddition' | 'postalCode' | 'city' | 'country'
>;

/** The address on one line; a country only when it is not the brand's. */
export function addressLine(address: AddressLine, brandCountry: string): string {
  const { street, streetNumber, streetNumberAddition, postalCode, city, country } = address;
  const parts = [
    [street, `${streetNumber}${streetNumberAddition}`],
    [postalCode, city],
    [country === brandCountry ? '' : country],
  ];
  return parts
    .map((words) => words.filter(isText).join(' '))
    .filter(isText)
    .join(', ');
}

function isText(text: string): boolean {
  return text.trim() !== '';
}
