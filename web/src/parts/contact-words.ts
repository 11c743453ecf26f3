import { defineWords } from '../words/words.ts';

export const contactWords = defineWords('contact', {
  call: ['Call', 'Bellen'],
  mail: ['Mail', 'Mailen'],
  whatsApp: ['WhatsApp', 'WhatsApp'],
  onMyWay: ['On my way', 'Ik kom eraan'],
  onMyWaySms: ['On my way (SMS)', 'Ik kom eraan (sms)'],
  route: ['Route', 'Route'],
  map: ['Show on map', 'Op kaart tonen'],
});
