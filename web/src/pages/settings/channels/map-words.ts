import { defineWords } from '../../../words/words.ts';

export const mapWords = defineWords('map', {
  title: ['Match fields', 'Velden koppelen'],
  hint: [
    'Click on a value that came in, and choose its field. Several values for one field are joined.',
    'Klik op een waarde die binnenkwam en kies het veld. Meerdere waarden voor één veld komen achter elkaar.',
  ],
  byNames: [
    'Fields are now recognised by their usual names. You only need this if that goes wrong.',
    'Velden worden nu aan hun gebruikelijke naam herkend. Dit heb je alleen nodig als er iets verkeerd gaat.',
  ],
  noIntakes: [
    'Send a test first: what comes in then appears here, ready to be matched.',
    'Stuur eerst een test in: wat dan binnenkomt, verschijnt hier en kun je koppelen.',
  ],
  example: ['Example', 'Voorbeeld'],
  exampleOf: ['{name}, {when}', '{name}, {when}'],
  noName: ['Without a name', 'Zonder naam'],
  cameIn: ['What came in', 'Wat er binnenkwam'],
  noValues: ['There is nothing to choose from in this one.', 'Hier valt niets uit te kiezen.'],
  whatIsIt: ['What is “{value}”?', 'Wat is “{value}”?'],
  joinTo: ['Add to {field}', 'Toevoegen aan {field}'],
  is: ['is: {fields}', 'is: {fields}'],
  becomes: ['Resulting lead', 'Zo wordt de aanvraag'],
  valid: ['This can become a lead.', 'Dit kan een aanvraag worden.'],
  invalid: ['This would be refused:', 'Dit zou worden geweigerd:'],
  empty: ['Not found in this example', 'Niet gevonden in dit voorbeeld'],
  unused: [
    'Not used in the lead. Click on a value to choose a field for it.',
    'Komt niet in de aanvraag. Klik op een waarde om er een veld voor te kiezen.',
  ],
  unusedValue: ['{path}: {value}', '{path}: {value}'],
  unusedMore: ['And {count} more', 'En nog {count}'],
  fixed: ['always “{value}”', 'altijd “{value}”'],
  takeOut: ['Remove {path} from {field}', '{path} weghalen uit {field}'],
  constant: ['Give a field a fixed value', 'Een veld een vaste waarde geven'],
  field: ['Field', 'Veld'],
  value: ['Value', 'Waarde'],
  set: ['Set', 'Instellen'],
  save: ['Save', 'Opslaan'],
  saved: [
    'Saved. It applies to what comes in from now on.',
    'Opgeslagen. Het geldt voor wat vanaf nu binnenkomt.',
  ],
  undo: ['Undo changes', 'Wijzigingen ongedaan maken'],
  clear: ['Recognise by name again', 'Weer aan de naam herkennen'],
  refused: ['Refused earlier', 'Eerder geweigerd'],
  refusedHint: [
    '{count, plural, one {# message of this channel was refused.} other {# messages of this channel were refused.}} If you have fixed the cause above, accept them after all: they become leads with the time at which they came in.',
    '{count, plural, one {# bericht van dit kanaal is geweigerd.} other {# berichten van dit kanaal zijn geweigerd.}} Heb je hierboven hersteld wat er mis was, neem ze dan alsnog aan: ze worden aanvragen met het tijdstip waarop ze binnenkwamen.',
  ],
  seeOutcome: ['See what they become', 'Bekijk wat ze worden'],
  outcome: [
    'Of the latest {count}, {good} can become a lead.',
    'Van de laatste {count} kunnen er {good} een aanvraag worden.',
  ],
  rerun: ['Accept {count} after all', '{count} alsnog aannemen'],
  unsaved: [
    'Your changes above count here, but are not saved yet.',
    'Je wijzigingen hierboven tellen hier mee, maar zijn nog niet opgeslagen.',
  ],
  saveAndRerun: ['Save and accept {count}', 'Opslaan en {count} alsnog aannemen'],
  rerunDone: [
    '{created, plural, =0 {None became a lead.} one {# became a lead.} other {# became leads.}}',
    '{created, plural, =0 {Er is geen aanvraag bij gekomen.} one {# is een aanvraag geworden.} other {# zijn aanvragen geworden.}}',
  ],
  rerunLeft: [
    '{refused, plural, one {# is still refused.} other {# are still refused.}}',
    '{refused, plural, one {# wordt nog steeds geweigerd.} other {# worden nog steeds geweigerd.}}',
  ],
});
