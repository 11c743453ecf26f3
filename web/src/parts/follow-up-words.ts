import { defineWords } from '../words/words.ts';

export const followUpWords = defineWords('follow-up', {
  set: ['Follow up…', 'Terugbellen…'],
  due: ['Follow up: {time}', 'Terugbellen: {time}'],
  tomorrow: ['Tomorrow {time}', 'Morgen {time}'],
  nextWeek: ['Next week, {day} {time}', 'Volgende week {day} {time}'],
  pick: ['Another time…', 'Ander moment…'],
  clear: ['Done, no follow-up', 'Gedaan, niet meer terugbellen'],
  title: ['When to follow up', 'Wanneer bel je terug?'],
  when: ['Date and time', 'Datum en tijd'],
  save: ['Set follow-up', 'Terugbelmoment instellen'],
  planned: ['Follow-up set for {time}', 'Terugbellen gepland: {time}'],
  cleared: ['Follow-up cleared', 'Terugbelmoment gewist'],
});
