import { defineWords } from '../words/words.ts';

export const contactWords = defineWords('contact', {
  call: ['Call', 'Bellen'],
  mail: ['Mail', 'Mailen'],
  whatsApp: ['WhatsApp', 'WhatsApp'],
  route: ['Route', 'Route'],
  map: ['Show on map', 'Op kaart tonen'],
});
