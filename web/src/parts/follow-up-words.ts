import { defineWords } from '../words/words.ts';

export const followUpWords = defineWords('follow-up', {
  set: ['Follow up…', 'Terugkomen op…'],
  due: ['Follow up: {time}', 'Terugkomen: {time}'],
  tomorrow: ['Tomorrow {time}', 'Morgen {time}'],
  nextWeek: ['Next week, {day} {time}', 'Volgende week {day} {time}'],
  pick: ['Another time…', 'Ander moment…'],
  clear: ['Done, no follow-up', 'Gedaan, niet meer terugkomen'],
  title: ['When to follow up', 'Wanneer kom je erop terug?'],
  when: ['Date and time', 'Datum en tijd'],
  save: ['Set follow-up', 'Moment instellen'],
  planned: ['Follow-up set for {time}', 'Je komt erop terug: {time}'],
  cleared: ['Follow-up cleared', 'Moment gewist'],
});
