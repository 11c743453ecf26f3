import { defineWords } from '../words/words.ts';

export const addressWords = defineWords('address', {
  title: ['Change the address', 'Adres aanpassen'],
  street: ['Street', 'Straat'],
  streetNumber: ['House number', 'Huisnummer'],
  streetNumberAddition: ['Addition', 'Toevoeging'],
  postalCode: ['Postal code', 'Postcode'],
  city: ['Town or city', 'Plaats'],
  locationNotes: ['How to get in or find it', 'Route en toegang'],
  save: ['Save', 'Opslaan'],
});
