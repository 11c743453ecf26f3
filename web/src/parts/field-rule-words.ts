import { defineWords } from '../words/words.ts';

export const fieldRuleWords = defineWords('fieldRules', {
  needed: ['Fill this in', 'Vul dit in'],
  placeMissing: [
    'Enter a street, a postcode or a town',
    'Vul een straat, een postcode of een plaats in',
  ],
  customerMissing: ['Choose a customer, or enter a new one', 'Kies een klant of vul een nieuwe in'],
  emailWrong: ['Enter a valid e-mail address', 'Vul een geldig e-mailadres in'],
  digitsWrong: ['Enter at least one digit', 'Vul minstens één cijfer in'],
  lettersMissing: ['Enter at least one letter or digit', 'Vul minstens één letter of cijfer in'],
  notInList: ['Use one of the allowed values', 'Gebruik een van de toegestane waarden'],
  tooLong: ['At most {max} characters', 'Hooguit {max} tekens'],
  tooShort: ['At least {min} characters', 'Minstens {min} tekens'],
  tooManyItems: ['At most {max}', 'Hooguit {max}'],
  chooseOne: ['Choose at least one', 'Kies er minstens een'],
  numberWrong: ['Enter a valid number', 'Vul een geldig getal in'],
  commonPassword: [
    'This is too easy to guess: choose four or more unrelated words',
    'Dit is te makkelijk te raden: kies vier of meer woorden die niet bij elkaar horen',
  ],
  emailAsPassword: [
    'Do not use your e-mail address as a password: choose something else',
    'Gebruik je e-mailadres niet als wachtwoord: kies iets anders',
  ],
  nameAsPassword: [
    'Your name, address or business with digits added is easy to guess: choose something else',
    'Je naam, adres of bedrijf met cijfers erbij is snel geraden: kies iets anders',
  ],
  emailOfLink: ['The link is for another e-mail address', 'De link is voor een ander e-mailadres'],
  endBeforeStart: ['The end is before the start', 'Het einde ligt voor het begin'],
  placeholderUnknown: ['{placeholder} cannot be used here', '{placeholder} kan hier niet'],
  endWithoutStart: ['Enter a start too', 'Vul ook een begin in'],
  timeWrong: ['Enter a valid date and time', 'Vul een geldige datum en tijd in'],
  notFuture: ['Choose a date in the future', 'Kies een datum in de toekomst'],
  addressGone: ['This address no longer exists', 'Dit adres bestaat niet meer'],
  memberGone: [
    'This person is no longer in the team: choose somebody else',
    'Deze persoon hoort niet meer bij het team: kies iemand anders',
  ],
  customerGone: ['This customer no longer exists', 'Deze klant bestaat niet meer'],
  countryWrong: ['We do not know this country', 'Dit land kennen we niet'],
  timeZoneWrong: ['We do not know this time zone', 'Deze tijdzone kennen we niet'],
  notHttps: ['The URL must start with https://', 'De URL moet met https:// beginnen'],
  urlWrong: [
    'Enter a URL such as https://example.com/hooks',
    'Vul een URL in zoals https://example.com/hooks',
  ],
  urlWithPassword: [
    'The URL must not contain a user name or password',
    'De URL mag geen gebruikersnaam of wachtwoord bevatten',
  ],
  portWrong: ['The port in the URL must be {ports}', 'De poort in de URL moet {ports} zijn'],
  notPublic: [
    'This URL cannot be reached from the internet',
    'Deze URL is niet vanaf het internet bereikbaar',
  ],
  notVerified: [
    'The passkey could not be verified. Try again.',
    'De passkey kon niet worden gecontroleerd. Probeer het opnieuw.',
  ],
  listChanged: ['Reload the list', 'Laad de lijst opnieuw'],
  fileEmpty: [
    'The file has no rows below the column names',
    'Het bestand heeft geen rijen onder de kolomnamen',
  ],
  fileColumns: [
    'The file has more than {max} columns',
    'Het bestand heeft meer dan {max} kolommen',
  ],
  fileRows: [
    'The file has more than {max} rows: split it',
    'Het bestand heeft meer dan {max} rijen: splits het op',
  ],
  columnTwice: [
    'Two columns cannot be imported as the same field',
    'Twee kolommen kunnen niet hetzelfde veld zijn',
  ],
  columnMissing: [
    'Choose a field for at least one column',
    'Kies voor minstens één kolom een veld',
  ],
  erased: [
    'This person was erased before the row was imported',
    'Deze persoon is gewist voordat de rij werd geïmporteerd',
  ],
  notStored: ['This row could not be saved', 'Deze rij kon niet worden opgeslagen'],
  tooBroad: [
    'Too many matches: use a longer word, or a rarer one',
    'Te veel gevonden: gebruik een langer woord, of een dat minder voorkomt',
  ],
  more: ['And {count} more', 'En nog {count}'],
});
