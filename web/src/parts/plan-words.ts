import { defineWords } from '../words/words.ts';

export const planWords = defineWords('plan', {
  start: ['Start', 'Begin'],
  end: ['End', 'Einde'],
  zone: ['Time zone: {timeZone}.', 'Tijdzone: {timeZone}.'],
  endBeforeStart: ['The end is before the start', 'Het einde ligt voor het begin'],
  noStart: ['Choose a date and time', 'Kies een datum en tijd'],
  save: ['Schedule', 'Inplannen'],
  later: ['Schedule later', 'Later inplannen'],
});
