import { defineWords } from '../words/words.ts';

/** What goes wrong everywhere; a page has its own words for what is particular to it. */
export const troubleWords = defineWords('trouble', {
  noNetwork: [
    'The service cannot be reached. Check your connection.',
    'De server is niet bereikbaar. Controleer je verbinding.',
  ],
  notLoaded: [
    'This part of the app could not be loaded. Check your connection and try again.',
    'Dit deel van de app kon niet geladen worden. Controleer je verbinding en probeer het opnieuw.',
  ],
  unexpected: [
    'This page stumbled over something. Load it again.',
    'Deze pagina struikelde ergens over. Laad hem opnieuw.',
  ],
  notRight: ['Not everything is filled in rightly.', 'Niet alles is goed ingevuld.'],
  signedOut: [
    'You are not signed in any more. Sign in again.',
    'Je bent niet meer ingelogd. Log opnieuw in.',
  ],
  notAllowed: ['You are not allowed to do this.', 'Dit mag je niet doen.'],
  notThere: ['This is not there, or not any more.', 'Dit is er niet, of niet meer.'],
  otherBrand: [
    'You switched to another brand in another window. Load this page again.',
    'Je bent in een ander venster overgestapt naar een ander bedrijf. Laad deze pagina opnieuw.',
  ],
  badMove: [
    'From “{from}” it cannot go to “{to}”. Somebody else may have moved it meanwhile.',
    'Van “{from}” kan het niet naar “{to}”. Misschien heeft iemand anders het intussen verplaatst.',
  ],
  notNow: ['This cannot be done as things stand now.', 'Dit kan niet zoals het er nu voor staat.'],
  changedMeanwhile: [
    'Somebody else changed this meanwhile. Load it again.',
    'Iemand anders heeft dit intussen gewijzigd. Laad het opnieuw.',
  ],
  tooLarge: ['This is too large.', 'Dit is te groot.'],
  tooMany: [
    'Too many tries. Wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
    'Te vaak geprobeerd. Wacht {minutes, plural, one {een minuut} other {# minuten}} en probeer het opnieuw.',
  ],
  serverFailed: [
    'This was the service’s fault, not yours. Try again in a moment.',
    'Dit lag aan de server, niet aan jou. Probeer het zo nog eens.',
  ],
  other: ['This did not work.', 'Dit lukte niet.'],
  needed: ['Fill this in', 'Vul dit in'],
  emailWrong: ['This is not an e-mail address', 'Dit is geen e-mailadres'],
  phoneWrong: [
    'A phone number has at least six digits',
    'Een telefoonnummer heeft minstens zes cijfers',
  ],
  digitsWrong: ['There are no digits in this', 'Hier staan geen cijfers in'],
  notInList: ['This is not one of the values we know', 'Deze waarde kennen we niet'],
  tooLong: ['At most {max} characters', 'Hooguit {max} tekens'],
  tooShort: ['At least {min} characters', 'Minstens {min} tekens'],
  tooManyItems: ['At most {max}', 'Hooguit {max}'],
  commonPassword: [
    'This is one of the commonest passwords: choose another',
    'Dit is een van de meest gebruikte wachtwoorden: kies een ander',
  ],
  emailAsPassword: [
    'Your e-mail address is no password: choose another',
    'Je e-mailadres is geen wachtwoord: kies iets anders',
  ],
  endBeforeStart: ['The end is before the start', 'Het einde ligt voor het begin'],
  notHttps: ['The address must begin with https://', 'Het adres moet met https:// beginnen'],
});
