import { defineWords } from '../../words/words.ts';

export const newCustomerWords = defineWords('newCustomer', {
  title: ['New customer', 'Nieuwe klant'],
  customerName: ['Name', 'Naam'],
  companyName: ['Company', 'Bedrijf'],
  phone: ['Phone', 'Telefoon'],
  email: ['E-mail address', 'E-mailadres'],
  street: ['Street', 'Straat'],
  streetNumber: ['House number', 'Huisnummer'],
  postalCode: ['Postcode', 'Postcode'],
  city: ['Town or city', 'Plaats'],
  save: ['Save customer', 'Klant opslaan'],
  saved: ['Customer saved', 'Klant opgeslagen'],
  known: [
    'There is already a customer with this e-mail address or phone number',
    'Er is al een klant met dit e-mailadres of telefoonnummer',
  ],
});
