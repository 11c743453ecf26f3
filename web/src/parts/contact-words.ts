import { defineWords } from '../words/words.ts';

export const contactWords = defineWords('contact', {
  call: ['Call', 'Bellen'],
  mail: ['E-mail', 'Mailen'],
  whatsApp: ['WhatsApp', 'WhatsApp'],
  onMyWay: ['On my way', 'Ik kom eraan'],
  onMyWaySms: ['On my way (SMS)', 'Ik kom eraan (sms)'],
  route: ['Directions', 'Route'],
  map: ['Show on map', 'Op kaart tonen'],
});
