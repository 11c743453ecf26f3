import { defineWords } from '../words/words.ts';

export const addressWords = defineWords('address', {
  title: ['Change address', 'Adres wijzigen'],
  change: ['Change', 'Wijzigen'],
  add: ['Add address', 'Adres toevoegen'],
  street: ['Street', 'Straat'],
  streetNumber: ['House number', 'Huisnummer'],
  streetNumberAddition: ['Suffix', 'Toevoeging'],
  postalCode: ['Postcode', 'Postcode'],
  city: ['Town or city', 'Plaats'],
  locationNotes: ['Directions and access', 'Route en toegang'],
  save: ['Save', 'Opslaan'],
  noPlace: [
    'Enter a street, a postcode or a town',
    'Vul een straat, een postcode of een plaats in',
  ],
  conflict: [
    'Someone else changed this address in the meantime',
    'Iemand anders heeft dit adres intussen gewijzigd',
  ],
  taken: [
    'An address has been added in the meantime. Close this dialog to see it.',
    'Er is intussen een adres toegevoegd. Sluit dit venster om het te zien.',
  ],
});
