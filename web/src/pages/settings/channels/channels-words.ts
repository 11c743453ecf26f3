import { defineWords } from '../../../words/words.ts';

export const channelTypeWords = defineWords('channelType', {
  form: ['Form', 'Formulier'],
  hook: ['Incoming webhook', 'Inkomende webhook'],
  mail: ['E-mail', 'E-mail'],
});

export const channelsWords = defineWords('channels', {
  title: ['Channels', 'Kanalen'],
  one: ['Channel', 'Kanaal'],
  hint: [
    'Where your leads come from: a form on your website, a portal or ad that sends leads automatically, or an e-mail address.',
    'Waar je aanvragen vandaan komen: een formulier op je website, een portaal of advertentie die zelf aanvragen stuurt, of een mailadres.',
  ],
  emptyTitle: ['No channels yet', 'Nog geen kanalen'],
  emptyHint: [
    'Create one to receive leads from your website, from portals or by e-mail. No programming needed.',
    'Maak er een om aanvragen te ontvangen van je website, van portalen of per mail. Je hoeft niets te programmeren.',
  ],
  create: ['New channel', 'Nieuw kanaal'],
  kind: ['What kind of channel?', 'Wat voor kanaal?'],
  formHint: [
    'A form on your website, or a page of its own',
    'Een formulier op je website, of op een eigen pagina',
  ],
  hookHint: [
    'An address to which portals, ads and plugins send leads',
    'Een adres waar portalen, advertenties en plug-ins aanvragen naartoe sturen',
  ],
  mailHint: [
    'E-mails become leads: from portals, or from customers',
    'Mails worden aanvragen: van portalen, of van klanten',
  ],
  name: ['Name', 'Naam'],
  nameHint: [
    'For example the name of the website or the portal',
    'Bijvoorbeeld de naam van de website of het portaal',
  ],
  make: ['Create channel', 'Kanaal maken'],
  last: ['Last received {ago}', 'Laatst binnengekomen: {ago}'],
  nothingYet: ['Nothing received yet', 'Er is nog niets binnengekomen'],
  thisWeek: [
    'This week: {leads, plural, one {# lead} other {# leads}}, {held} held, {refused} refused',
    'Deze week: {leads, plural, one {# aanvraag} other {# aanvragen}}, {held} tegengehouden, {refused} geweigerd',
  ],
  conversion: [
    '{jobs} of {leads, plural, one {# lead} other {# leads}} became a job ({share})',
    '{jobs} van {leads, plural, one {# aanvraag} other {# aanvragen}} {jobs, plural, =0 {werd} one {werd} other {werden}} een klus ({share})',
  ],
  quiet: [
    'Nothing has come in for much longer than usual. Check that the website, portal or e-mail still works.',
    'Er komt al veel langer dan normaal niets binnen. Controleer of de website, het portaal of de mail het nog doet.',
  ],
  refusing: [
    'More than half of what came in recently was refused. See below what is missing.',
    'Meer dan de helft van wat de laatste tijd binnenkwam, is geweigerd. Kijk hieronder wat er ontbreekt.',
  ],
  mailbox: [
    'The mailbox could not be read. Check its server, user name and password.',
    'De mailbox kon niet worden gelezen. Controleer de server, de gebruikersnaam en het wachtwoord.',
  ],
  dropped: [
    '{count, plural, one {# held message was deleted} other {# held messages were deleted}}, because there were too many.',
    '{count, plural, one {# tegengehouden bericht is verwijderd} other {# tegengehouden berichten zijn verwijderd}}, omdat het er te veel waren.',
  ],
  figures: ['Recent weeks', 'Afgelopen weken'],
  weekOf: ['Week of', 'Week van'],
  leads: ['Leads', 'Aanvragen'],
  held: ['Held', 'Tegengehouden'],
  refused: ['Refused', 'Geweigerd'],
  toTray: ['See what needs checking', 'Bekijk wat er na te kijken is'],
  save: ['Save', 'Opslaan'],
  saved: ['Saved.', 'Opgeslagen.'],
  remove: ['Delete channel', 'Kanaal verwijderen'],
  removeTitle: ['Delete “{name}”?', '“{name}” verwijderen?'],
  removeText: [
    'Anything sent to its address after that is lost, so take it off your website or portal first. What came in stays.',
    'Wat daarna naar het adres wordt gestuurd, gaat verloren: haal het dus eerst van je website of portaal. Wat binnenkwam, blijft staan.',
  ],
});
