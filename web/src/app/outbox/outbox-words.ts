import { defineWords } from '../../words/words.ts';

export const outboxWords = defineWords('outbox', {
  title: ['Waiting to be sent', 'Nog te versturen'],
  waiting: ['Waiting to be sent', 'Nog te versturen'],
  sending: ['Sending…', 'Wordt verstuurd…'],
  count: [
    '{count, plural, one {# change is waiting to be sent} other {# changes are waiting to be sent}}',
    '{count, plural, one {# wijziging moet nog worden verstuurd} other {# wijzigingen moeten nog worden verstuurd}}',
  ],
  problems: [
    '{count, plural, one {# change could not be sent} other {# changes could not be sent}}',
    '{count, plural, one {# wijziging kon niet worden verstuurd} other {# wijzigingen konden niet worden verstuurd}}',
  ],
  show: ['Show', 'Bekijken'],
  sendNow: ['Send now', 'Nu versturen'],
  explained: [
    'These are stored on this device, and sent in this order once the server can be reached.',
    'Dit staat op dit apparaat en wordt in deze volgorde verstuurd zodra de server bereikbaar is.',
  ],
  nothing: ['Everything has been sent.', 'Alles is verstuurd.'],
  note: ['Note on “{title}”', 'Notitie bij “{title}”'],
  photo: ['Photo or file for “{title}”', 'Foto of bestand bij “{title}”'],
  move: ['“{title}” to “{status}”', '“{title}” naar “{status}”'],
  change: ['Change to “{title}”', 'Wijziging van “{title}”'],
  lead: ['New lead from {title}', 'Nieuwe aanvraag van {title}'],
  uncertain: [
    'This may have arrived already: the connection was lost more than {days} days ago. Check before you send it again.',
    'Misschien is dit al aangekomen: de verbinding viel meer dan {days} dagen geleden weg. Kijk dat na voordat je het opnieuw verstuurt.',
  ],
  unstored: [
    'This device’s storage is full. Keep the app open until everything has been sent.',
    'De opslag van dit apparaat is vol. Laat de app open tot alles is verstuurd.',
  ],
  retry: ['Try again', 'Opnieuw proberen'],
  edit: ['Edit', 'Bewerken'],
  discard: ['Discard', 'Weggooien'],
  discarded: ['Discarded, not sent', 'Weggegooid, niet verstuurd'],
  discardedTried: [
    'Discarded. It may have arrived already.',
    'Weggegooid. Misschien is het al aangekomen.',
  ],
  tooLate: [
    'Too late to discard: it is being sent, or has been.',
    'Te laat om weg te gooien: het wordt of is al verstuurd.',
  ],
  save: ['Save and send', 'Opslaan en versturen'],
  noteText: ['Note', 'Notitie'],
  signOut: ['Sign out', 'Uitloggen'],
  signOutText: [
    '{count, plural, one {# change has not been sent yet. If you sign out, it is deleted from this device.} other {# changes have not been sent yet. If you sign out, they are deleted from this device.}}',
    '{count, plural, one {# wijziging is nog niet verstuurd. Als je uitlogt, wordt die van dit apparaat verwijderd.} other {# wijzigingen zijn nog niet verstuurd. Als je uitlogt, worden ze van dit apparaat verwijderd.}}',
  ],
  deleteAndSignOut: ['Delete and sign out', 'Verwijderen en uitloggen'],
});
