import { defineWords } from '../words/words.ts';

export const planWords = defineWords('plan', {
  start: ['Start', 'Begin'],
  end: ['End', 'Einde'],
  zone: ['Time zone: {timeZone}.', 'Tijdzone: {timeZone}.'],
  endBeforeStart: ['The end is before the start', 'Het einde ligt voor het begin'],
  noStart: ['Choose a date and time', 'Kies een datum en tijd'],
  save: ['Schedule', 'Inplannen'],
  quick: ['Quick choices', 'Snelkeuzes'],
  tomorrow: ['Tomorrow 8:00', 'Morgen 8:00'],
  hours: ['{count} h', '{count} uur'],
  halfDay: ['Half a day', 'Halve dag'],
  alsoThatDay: ['Also on {day}', 'Ook op {day}'],
  freeThatDay: ['Nothing else on {day}', 'Verder niets op {day}'],
  ofOthers: [
    '{count, plural, one {# job of others} other {# jobs of others}}',
    '{count, plural, one {# klus van anderen} other {# klussen van anderen}}',
  ],
  overlaps: ['Overlaps', 'Overlapt'],
  who: ['Who', 'Wie'],
  later: ['Schedule later', 'Later inplannen'],
});
