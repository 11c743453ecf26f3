import { defineWords } from '../../words/words.ts';

export const photoWords = defineWords('photos', {
  title: ['Photos', 'Foto’s'],
  none: ['No photos yet', 'Nog geen foto’s'],
  add: ['Add photos', 'Foto’s toevoegen'],
  take: ['Take photo', 'Foto maken'],
  choose: ['Choose files', 'Bestanden kiezen'],
  waiting: ['Waiting', 'Wacht'],
  sending: ['Uploading…', 'Uploaden…'],
  failed: ['Not uploaded', 'Niet geüpload'],
  retry: ['Try again', 'Opnieuw proberen'],
  discard: ['Discard', 'Weggooien'],
  progress: [
    '{count, plural, one {# photo is being uploaded} other {# photos are being uploaded}}',
    '{count, plural, one {# foto wordt geüpload} other {# foto’s worden geüpload}}',
  ],
  waitingCount: [
    '{count, plural, one {# photo is waiting to be sent} other {# photos are waiting to be sent}}',
    '{count, plural, one {# foto moet nog worden verstuurd} other {# foto’s moeten nog worden verstuurd}}',
  ],
  remove: ['Remove photo', 'Foto verwijderen'],
  removeText: [
    'The photo is removed for everyone, and cannot be restored.',
    'De foto verdwijnt voor iedereen en kan niet worden teruggehaald.',
  ],
  removed: ['Photo removed', 'Foto verwijderd'],
  open: ['Download {name}', '{name} downloaden'],
});
