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
    'From “{from}” it cannot go to “{to}”. It can go to: {allowed}. Somebody else may have moved it meanwhile.',
    'Van “{from}” kan het niet naar “{to}”. Het kan naar: {allowed}. Misschien heeft iemand anders het intussen verplaatst.',
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
  fieldWrong: ['{label} is not filled in rightly', '{label} is niet goed ingevuld'],
  wrongValue: ['This is not filled in rightly', 'Dit is niet goed ingevuld'],
});
