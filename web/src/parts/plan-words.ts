import { defineWords } from '../words/words.ts';

export const planWords = defineWords('plan', {
  start: ['Start', 'Begin'],
  end: ['End', 'Einde'],
  zone: ['Times are those of {timeZone}.', 'Tijden gelden voor {timeZone}.'],
  endBeforeStart: ['The end is before the start', 'Het einde ligt voor het begin'],
  noStart: ['Choose a date and time', 'Kies een datum en tijd'],
  save: ['Plan', 'Inplannen'],
  later: ['Plan it later', 'Later inplannen'],
});
