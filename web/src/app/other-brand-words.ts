import { defineWords } from '../words/words.ts';

export const otherBrandWords = defineWords('other-brand', {
  title: [
    'You are working for {name} in another window',
    'Je bent in een ander venster aan het werk voor {name}',
  ],
  text: [
    'You can only work for one business at a time in a browser. Nothing can be saved for {name} here right now.',
    'Je kunt in één browser maar voor één bedrijf tegelijk werken. Voor {name} kun je hier nu niets opslaan.',
  ],
  goOn: ['Continue with {name}', 'Verder met {name}'],
  back: ['Back to {name}', 'Terug naar {name}'],
});
