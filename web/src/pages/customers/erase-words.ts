import { defineWords } from '../../words/words.ts';

export const eraseWords = defineWords('erase', {
  title: ['Erase {name} permanently', '{name} definitief wissen'],
  text: [
    'Name, contact details, addresses, photos, messages and notes are removed everywhere. Leads and jobs stay, without personal data. This cannot be undone: export the data first if you may need it later.',
    'Naam, contactgegevens, adressen, foto’s, berichten en notities worden overal verwijderd. Aanvragen en klussen blijven staan, zonder persoonsgegevens. Dit kun je niet terugdraaien: exporteer de gegevens eerst als je ze later nog nodig kunt hebben.',
  ],
  type: ['Type the name to confirm: {name}', 'Typ de naam om te bevestigen: {name}'],
  wrong: [
    'This is not the name. Type it as shown above.',
    'Dit is niet de naam. Typ hem zoals hij hierboven staat.',
  ],
  action: ['Erase permanently', 'Definitief wissen'],
  done: ['Customer erased', 'Klant gewist'],
  inProgress: [
    'Customer erased. The last traces are being removed in the background.',
    'Klant gewist. De laatste sporen worden op de achtergrond opgeruimd.',
  ],
});
