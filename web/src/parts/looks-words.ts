import { defineWords } from '../words/words.ts';

export const looksWords = defineWords('looks', {
  colour: ['Colour', 'Kleur'],
  usualColour: ['Usual colour', 'Standaardkleur'],
  logo: ['Logo', 'Logo'],
  logoNow: ['Your logo', 'Je logo'],
  chooseLogo: ['Choose a picture', 'Kies een afbeelding'],
  removeLogo: ['Remove', 'Weghalen'],
  logoWrong: [
    'This file is not a picture that we can use. Choose a PNG, JPEG or WebP.',
    'Dit bestand is geen afbeelding die we kunnen gebruiken. Kies een PNG, JPEG of WebP.',
  ],
});
