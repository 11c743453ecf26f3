import { defineWords } from '../words/words.ts';

/** Errors that can occur anywhere; pages define texts for their own. */
export const errorWords = defineWords('trouble', {
  noNetwork: [
    'The server cannot be reached. Check your connection.',
    'De server is niet bereikbaar. Controleer je verbinding.',
  ],
  notLoaded: [
    'This part of the app could not be loaded. Check your connection and try again.',
    'Dit deel van de app kon niet worden geladen. Controleer je verbinding en probeer het opnieuw.',
  ],
  unexpected: [
    'Something went wrong on this page. Reload it.',
    'Er ging iets mis op deze pagina. Laad de pagina opnieuw.',
  ],
  invalid: ['Not everything is filled in correctly.', 'Niet alles is goed ingevuld.'],
  signedOut: [
    'You are no longer signed in. Sign in again.',
    'Je bent niet meer ingelogd. Log opnieuw in.',
  ],
  notAllowed: [
    'You are not allowed to do this. Ask an owner.',
    'Dit mag jij niet doen. Vraag een eigenaar.',
  ],
  notFound: ['This does not exist, or no longer does.', 'Dit bestaat niet, of niet meer.'],
  otherBrand: [
    'You switched to another business in another window. Reload this page.',
    'Je bent in een ander venster overgestapt naar een ander bedrijf. Laad deze pagina opnieuw.',
  ],
  badMove: [
    'It cannot be moved from “{from}” to “{to}”, only to: {allowed}. Someone else may have moved it in the meantime.',
    'Van “{from}” kan het niet naar “{to}”, alleen naar: {allowed}. Misschien heeft iemand anders het intussen verplaatst.',
  ],
  conflict: [
    'This is not possible right now. Reload the page and try again.',
    'Dit kan nu niet. Laad de pagina opnieuw en probeer het nog eens.',
  ],
  changed: [
    'Someone else changed this in the meantime. Reload the page.',
    'Iemand anders heeft dit intussen gewijzigd. Laad de pagina opnieuw.',
  ],
  tooLarge: [
    'This is too large. Send less at once, or something smaller.',
    'Dit is te groot. Stuur minder tegelijk, of iets kleiners.',
  ],
  tooMany: [
    'Too many attempts. Wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
    'Te vaak geprobeerd. Wacht {minutes, plural, one {een minuut} other {# minuten}} en probeer het opnieuw.',
  ],
  serverFailed: [
    'Something went wrong on the server. Try again in a moment.',
    'Er ging iets mis op de server. Probeer het zo nog eens.',
  ],
  other: ['That did not work. Try again.', 'Dat is niet gelukt. Probeer het opnieuw.'],
  invalidField: ['{label} is not filled in correctly', '{label} is niet goed ingevuld'],
  invalidValue: ['This is not filled in correctly', 'Dit is niet goed ingevuld'],
});
