import { defineWords } from '../words/words.ts';

export const looksWords = defineWords('looks', {
  colour: ['Colour', 'Kleur'],
  usualColour: ['Default colour', 'Standaardkleur'],
  logo: ['Logo', 'Logo'],
  logoNow: ['Your logo', 'Je logo'],
  chooseLogo: ['Choose a picture', 'Kies een afbeelding'],
  removeLogo: ['Remove', 'Verwijderen'],
  logoWrong: [
    'This file cannot be used as a logo. Choose a PNG, JPEG or WebP.',
    'Dit bestand kan geen logo zijn. Kies een PNG, JPEG of WebP.',
  ],
});
