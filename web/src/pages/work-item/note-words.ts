import { defineWords } from '../../words/words.ts';

export const noteWords = defineWords('notes', {
  title: ['Notes', 'Notities'],
  none: ['No notes yet', 'Nog geen notities'],
  new: ['New note', 'Nieuwe notitie'],
  placeholder: ['What was said or agreed?', 'Wat is er gezegd of afgesproken?'],
  add: ['Add note', 'Notitie toevoegen'],
  save: ['Save', 'Opslaan'],
  cancel: ['Cancel', 'Annuleren'],
  editOne: ['Edit this note', 'Deze notitie bewerken'],
  text: ['Note', 'Notitie'],
  edited: ['edited', 'bewerkt'],
  key: ['via the API', 'via de API'],
  member: ['A colleague', 'Een collega'],
  system: ['Automatically', 'Automatisch'],
});
