import { defineWords } from '../words/words.ts';

export const partWords = defineWords('parts', {
  wrong: ['Something went wrong', 'Er ging iets mis'],
  again: ['Try again', 'Opnieuw proberen'],
  request: ['Request {id}', 'Verzoek {id}'],
  clear: ['Clear', 'Wissen'],
  cancel: ['Cancel', 'Annuleren'],
  close: ['Close', 'Sluiten'],
  copy: ['Copy', 'Kopiëren'],
  copied: ['Copied', 'Gekopieerd'],
  more: ['Show more', 'Meer tonen'],
  showTyped: ['Show what you type', 'Toon wat je typt'],
  loading: ['Loading', 'Laden'],
});
