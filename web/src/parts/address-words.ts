import { defineWords } from '../words/words.ts';

export const addressWords = defineWords('address', {
  title: ['Change the address', 'Adres aanpassen'],
  change: ['Change', 'Aanpassen'],
  add: ['Add an address', 'Adres toevoegen'],
  street: ['Street', 'Straat'],
  streetNumber: ['House number', 'Huisnummer'],
  streetNumberAddition: ['Addition', 'Toevoeging'],
  postalCode: ['Postal code', 'Postcode'],
  city: ['Town or city', 'Plaats'],
  locationNotes: ['How to get in or find it', 'Route en toegang'],
  save: ['Save', 'Opslaan'],
  noPlace: [
    'Fill in a street, a postal code or a town',
    'Vul een straat, een postcode of een plaats in',
  ],
  taken: [
    'There is an address by now. Close this to see it.',
    'Er staat intussen al een adres. Sluit dit venster om het te zien.',
  ],
});
