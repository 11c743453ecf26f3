import { defineWords } from '../words/words.ts';

export const partWords = defineWords('parts', {
  wrong: ['Something went wrong', 'Er ging iets mis'],
  again: ['Try again', 'Opnieuw proberen'],
  details: ['Technical details', 'Technische details'],
  request: ['Request {id}', 'Verzoek {id}'],
  clear: ['Clear', 'Wissen'],
  draft: ['This has not been saved yet.', 'Dit is nog niet opgeslagen.'],
  discard: ['Discard', 'Weggooien'],
  cancel: ['Cancel', 'Annuleren'],
  close: ['Close', 'Sluiten'],
  undo: ['Undo', 'Ongedaan maken'],
  waiting: ['Waiting to be sent', 'Nog te versturen'],
  notSent: ['Could not be sent', 'Kon niet worden verstuurd'],
  copy: ['Copy', 'Kopiëren'],
  copied: ['Copied', 'Gekopieerd'],
  copyByHand: [
    'Your browser does not allow copying. The text is selected: copy it yourself.',
    'Je browser staat kopiëren niet toe. De tekst is geselecteerd: kopieer hem zelf.',
  ],
  more: ['Show more', 'Meer tonen'],
  showPassword: ['Show password', 'Wachtwoord tonen'],
  loading: ['Loading', 'Laden'],
});
