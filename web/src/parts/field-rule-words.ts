import { defineWords } from '../words/words.ts';

export const fieldRuleWords = defineWords('fieldRules', {
  needed: ['Fill this in', 'Vul dit in'],
  placeMissing: [
    'Fill in a street, a postal code or a town',
    'Vul een straat, een postcode of een plaats in',
  ],
  customerMissing: [
    'Choose a customer, or fill in a new one',
    'Kies een klant of vul een nieuwe in',
  ],
  emailWrong: ['This is not an e-mail address', 'Dit is geen e-mailadres'],
  phoneWrong: [
    'A phone number has at least six digits',
    'Een telefoonnummer heeft minstens zes cijfers',
  ],
  digitsWrong: ['There are no digits in this', 'Hier staan geen cijfers in'],
  lettersMissing: ['Type at least a letter or a digit', 'Typ minstens een letter of een cijfer'],
  notInList: ['This is not one of the values we know', 'Deze waarde kennen we niet'],
  tooLong: ['At most {max} characters', 'Hooguit {max} tekens'],
  tooShort: ['At least {min} characters', 'Minstens {min} tekens'],
  tooManyItems: ['At most {max}', 'Hooguit {max}'],
  chooseOne: ['Choose at least one', 'Kies er minstens een'],
  numberWrong: ['This is not a number that can be used here', 'Dit getal kan hier niet'],
  commonPassword: [
    'This is too easy to guess: choose four or more words that do not belong together',
    'Dit is te makkelijk te raden: kies vier of meer woorden die niet bij elkaar horen',
  ],
  emailAsPassword: [
    'Your e-mail address is no password: choose another',
    'Je e-mailadres is geen wachtwoord: kies iets anders',
  ],
  nameAsPassword: [
    'Your name, address or business with digits around it is easy to guess: choose something else',
    'Je naam, adres of bedrijf met cijfers erbij is snel geraden: kies iets anders',
  ],
  emailOfLink: ['The link is for another e-mail address', 'De link is voor een ander e-mailadres'],
  endBeforeStart: ['The end is before the start', 'Het einde ligt voor het begin'],
  endWithoutStart: ['There is an end without a start', 'Er is een einde zonder begin'],
  timeWrong: ['This is not a date and time', 'Dit is geen datum en tijd'],
  notFuture: ['Choose a day that is still to come', 'Kies een dag die nog moet komen'],
  addressGone: ['This address is not there any more', 'Dit adres is er niet meer'],
  customerGone: ['This customer is not there any more', 'Deze klant is er niet meer'],
  countryWrong: ['This is not a country we know', 'Dit land kennen we niet'],
  timeZoneWrong: ['This is not a time zone we know', 'Deze tijdzone kennen we niet'],
  notHttps: ['The address must begin with https://', 'Het adres moet met https:// beginnen'],
  urlWrong: [
    'This is not an address such as https://example.com/hooks',
    'Dit is geen adres zoals https://example.com/hooks',
  ],
  urlWithPassword: [
    'The address must hold no user name and no password',
    'In het adres mogen geen gebruikersnaam en wachtwoord staan',
  ],
  portWrong: ['The address must have the port {ports}', 'De poort in het adres moet {ports} zijn'],
  notPublic: [
    'This address cannot be reached from the internet',
    'Dit adres is niet vanaf het internet bereikbaar',
  ],
  notVerified: [
    'The passkey could not be checked. Begin again.',
    'De passkey kon niet gecontroleerd worden. Begin opnieuw.',
  ],
  listChanged: ['Load the list again', 'Laad de lijst opnieuw'],
  fileEmpty: [
    'The file has no rows below the first one',
    'Het bestand heeft geen rijen onder de eerste',
  ],
  fileColumns: [
    'The file has more than {max} columns',
    'Het bestand heeft meer dan {max} kolommen',
  ],
  fileRows: [
    'The file has more than {max} rows: split it',
    'Het bestand heeft meer dan {max} rijen: deel het op',
  ],
  columnTwice: [
    'Two columns cannot become the same field',
    'Twee kolommen kunnen niet hetzelfde veld worden',
  ],
  columnMissing: [
    'Choose for at least one column what it becomes',
    'Kies van minstens één kolom wat die wordt',
  ],
});
