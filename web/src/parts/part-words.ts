import { defineWords } from '../words/words.ts';

export const partWords = defineWords('parts', {
  wrong: ['Something went wrong', 'Er ging iets mis'],
  again: ['Try again', 'Opnieuw proberen'],
  details: ['Details for who helps you', 'Details voor wie je helpt'],
  request: ['Request {id}', 'Verzoek {id}'],
  clear: ['Clear', 'Wissen'],
  cancel: ['Cancel', 'Annuleren'],
  close: ['Close', 'Sluiten'],
  copy: ['Copy', 'Kopiëren'],
  copied: ['Copied', 'Gekopieerd'],
  copyByHand: [
    'Your browser does not let us copy. The text is selected: copy it yourself.',
    'Je browser laat ons niet kopiëren. De tekst is geselecteerd: kopieer hem zelf.',
  ],
  more: ['Show more', 'Meer tonen'],
  showTyped: ['Show what you type', 'Toon wat je typt'],
  loading: ['Loading', 'Laden'],
});
