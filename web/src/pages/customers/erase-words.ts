import { defineWords } from '../../words/words.ts';

export const eraseWords = defineWords('erase', {
  title: ['Erase {name} for good', '{name} voorgoed wissen'],
  text: [
    'Name, contact details, addresses, photos, messages and notes are removed everywhere. Leads and jobs stay, without the person. Nobody can bring this back: export first if you may have to answer for it.',
    'Naam, contactgegevens, adressen, foto’s, berichten en notities worden overal verwijderd. Aanvragen en klussen blijven, zonder de persoon. Niemand kan dit terughalen: exporteer eerst als je er later iets over moet kunnen zeggen.',
  ],
  type: ['Type the name to confirm: {name}', 'Typ de naam om te bevestigen: {name}'],
  wrong: ['This is not the name', 'Dit is niet de naam'],
  action: ['Erase for good', 'Voorgoed wissen'],
  done: ['The customer is erased', 'De klant is gewist'],
  underWay: [
    'The customer is erased. The last traces are being cleared by themselves.',
    'De klant is gewist. De laatste sporen worden vanzelf opgeruimd.',
  ],
});
