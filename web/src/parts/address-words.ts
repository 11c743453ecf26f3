import { defineWords } from '../words/words.ts';

export const addressWords = defineWords('address', {
  title: ['Change the address', 'Adres aanpassen'],
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
    'Somebody has added an address meanwhile.',
    'Iemand heeft intussen al een adres toegevoegd.',
  ],
});
