import { defineWords } from '../words/words.ts';

export const otherBrandWords = defineWords('other-brand', {
  title: [
    'You are at work for {name} in another window',
    'Je bent in een ander venster aan het werk voor {name}',
  ],
  text: [
    'A browser has one brand at a time. Nothing can be saved here for {name} now.',
    'Je kunt in één browser maar voor één bedrijf tegelijk werken. Voor {name} kun je hier nu niets opslaan.',
  ],
  goOn: ['Go on with {name}', 'Verder met {name}'],
  back: ['Back to {name}', 'Terug naar {name}'],
});
