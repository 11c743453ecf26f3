import type { AddressRecord } from '../records.ts';
import { cityKeyOf, postalCodeKeyOf } from './address-keys.ts';

export const emptyAddress = {
  stateProvince: null,
  city: '',
  postalCode: '',
  street: '',
  streetNumber: '',
  streetNumberAddition: '',
  locationNotes: null,
  cityKey: cityKeyOf(''),
  postalCodeKey: postalCodeKeyOf(''),
} satisfies Partial<AddressRecord>;
