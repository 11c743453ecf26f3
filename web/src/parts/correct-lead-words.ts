import { defineWords } from '../words/words.ts';

export const correctLeadWords = defineWords('correctLead', {
  guessed: ['Taken from “{name}”', 'Overgenomen uit “{name}”'],
  otherFields: ['Show other fields', 'Andere velden tonen'],
  onePerLine: ['One per line', 'Eén per regel'],
  notSet: ['Not set', 'Niet ingevuld'],
  accept: ['Accept lead', 'Aanvraag aannemen'],
});
