import { defineWords } from '../../../words/words.ts';

export const importWords = defineWords('import', {
  title: ['Import', 'Importeren'],
  hint: [
    'Import leads or customers from a spreadsheet or another program. Save them there as a CSV file, and choose the file here. Nothing is stored until you have seen a preview.',
    'Importeer aanvragen of klanten uit een spreadsheet of een ander programma. Sla ze daar op als CSV-bestand, en kies dat hier. Er wordt niets opgeslagen voordat je een voorbeeld hebt gezien.',
  ],
  file: ['1. File', '1. Bestand'],
  makes: ['What to import', 'Wat wil je importeren'],
  leads: ['Leads', 'Aanvragen'],
  customers: ['Customers only', 'Alleen klanten'],
  customersHint: [
    'Customers are added without leads. Existing customers get a phone number or address if they have none.',
    'Klanten worden toegevoegd zonder aanvraag. Bij bestaande klanten wordt een ontbrekend telefoonnummer of adres aangevuld.',
  ],
  choose: ['Choose a CSV file', 'Kies een CSV-bestand'],
  chosen: [
    '{name}: {count, plural, one {# row} other {# rows}}',
    '{name}: {count, plural, one {# rij} other {# rijen}}',
  ],
  tooBig: [
    'The file is larger than 5 MB: split it into smaller files.',
    'Het bestand is groter dan 5 MB: splits het op.',
  ],
  noRows: [
    'The file has no rows. The first line must contain the column names.',
    'Het bestand heeft geen rijen. De eerste regel moet de kolomnamen bevatten.',
  ],
  brokenQuote: [
    'Row {row} has a misplaced quotation mark. Check that the rows and columns are correct.',
    'In rij {row} staat een aanhalingsteken verkeerd. Controleer of de rijen en kolommen kloppen.',
  ],
  columns: ['2. Columns', '2. Kolommen'],
  column: ['Column and example', 'Kolom met voorbeeld'],
  becomes: ['Import as', 'Importeren als'],
  becomesFor: ['Import column “{name}” as', 'Kolom “{name}” importeren als'],
  skip: ['Skip', 'Overslaan'],
  titleForAll: [
    'No column contains the title. Title for all rows',
    'Geen kolom bevat de titel. Titel voor alle rijen',
  ],
  titleForAllExample: ['From the old system', 'Uit het oude systeem'],
  needsName: ['Choose the column that contains the name.', 'Kies de kolom met de naam.'],
  undoSummary: [
    '{removed, plural, one {# lead} other {# leads}} removed, {customers, plural, one {# customer} other {# customers}} archived, {kept, plural, one {# lead} other {# leads}} kept because of later changes',
    '{removed, plural, one {# aanvraag} other {# aanvragen}} verwijderd, {customers, plural, one {# klant} other {# klanten}} gearchiveerd, {kept, plural, one {# aanvraag} other {# aanvragen}} gebleven vanwege latere wijzigingen',
  ],
  kept: ['Leads that were kept', 'Aanvragen die gebleven zijn'],
  keptRow: ['Row {row}: open lead', 'Rij {row}: aanvraag openen'],
  keptRowGone: ['Row {row}: the lead no longer exists', 'Rij {row}: de aanvraag bestaat niet meer'],
  needsTitle: [
    'Choose the column that contains the title, or enter one for all rows.',
    'Kies de kolom met de titel, of vul er een in voor alle rijen.',
  ],
  duplicateField: [
    'Two columns are set to “{field}”: choose one.',
    'Twee kolommen staan op “{field}”: kies er een.',
  ],
  check: ['Preview import', 'Voorbeeld bekijken'],
  outcome: ['3. Preview', '3. Voorbeeld'],
  new_customer: ['New customer', 'Nieuwe klant'],
  existing_customer: ['Existing customer', 'Bestaande klant'],
  refused: ['Refused', 'Geweigerd'],
  countNew: [
    '{count, plural, one {# new customer} other {# new customers}}',
    '{count, plural, one {# nieuwe klant} other {# nieuwe klanten}}',
  ],
  countExisting: [
    '{count, plural, one {# lead} other {# leads}} for existing customers',
    '{count, plural, one {# aanvraag} other {# aanvragen}} voor bestaande klanten',
  ],
  countKnown: [
    '{count, plural, one {# existing customer} other {# existing customers}}',
    '{count, plural, one {# bestaande klant} other {# bestaande klanten}}',
  ],
  countRefused: [
    '{count, plural, one {# row} other {# rows}} refused',
    '{count, plural, one {# rij} other {# rijen}} geweigerd',
  ],
  row: ['Row', 'Rij'],
  who: ['Lead', 'Aanvraag'],
  result: ['Outcome', 'Resultaat'],
  byEmail: ['matched by e-mail address', 'herkend aan e-mailadres'],
  viewCustomer: ['View customer (new tab)', 'Klant bekijken (nieuw tabblad)'],
  byPhone: ['matched by phone number', 'herkend aan telefoonnummer'],
  sameAsRow: ['same customer as row {row}', 'dezelfde klant als rij {row}'],
  sameFile: [
    'This file has just been imported. Undo that import to import it again.',
    'Dit bestand is net al geïmporteerd. Draai die import terug om het opnieuw te importeren.',
  ],
  viewImport: ['View that import', 'Die import bekijken'],
  importsRunning: [
    'Other imports are still running. Wait until one has finished.',
    'Er lopen nog andere imports. Wacht tot er een klaar is.',
  ],
  firstRows: [
    'Only the first {count} rows are shown.',
    'Alleen de eerste {count} rijen staan hier.',
  ],
  start: [
    '{count, plural, one {Import # lead} other {Import # leads}}',
    '{count, plural, one {# aanvraag importeren} other {# aanvragen importeren}}',
  ],
  startCustomers: [
    '{count, plural, one {Import # customer} other {Import # customers}}',
    '{count, plural, one {# klant importeren} other {# klanten importeren}}',
  ],
  refusedSkipped: ['Refused rows are skipped.', 'Geweigerde rijen worden overgeslagen.'],
  earlier: ['Earlier imports', 'Eerdere imports'],
  none: [
    'Nothing imported yet. Choose a file above.',
    'Nog niets geïmporteerd. Kies hierboven een bestand.',
  ],
  back: ['Import', 'Importeren'],
  running: ['Running', 'Bezig'],
  done: ['Done', 'Klaar'],
  undoing: ['Undoing', 'Wordt teruggedraaid'],
  undone: ['Undone', 'Teruggedraaid'],
  failed: ['Failed', 'Mislukt'],
  progress: ['{done} of {rows} rows', '{done} van {rows} rijen'],
  summary: [
    '{created, plural, one {# lead} other {# leads}} created, {refused, plural, one {# row} other {# rows}} refused',
    '{created, plural, one {# aanvraag} other {# aanvragen}} toegevoegd, {refused, plural, one {# rij} other {# rijen}} geweigerd',
  ],
  summaryCustomers: [
    '{created, plural, one {# customer} other {# customers}} added, {refused, plural, one {# row} other {# rows}} refused',
    '{created, plural, one {# klant} other {# klanten}} toegevoegd, {refused, plural, one {# rij} other {# rijen}} geweigerd',
  ],
  refusals: ['Refused rows', 'Geweigerde rijen'],
  reason: ['Reason', 'Reden'],
  undo: ['Undo import', 'Import terugdraaien'],
  stopAndUndo: ['Stop and undo import', 'Import stoppen en terugdraaien'],
  undoTitle: ['Undo this import?', 'Deze import terugdraaien?'],
  undoText: [
    'All leads from this import are removed. New customers without other leads are archived. Leads that were changed since stay, and so do phone numbers and addresses that were added to existing customers.',
    'Alle aanvragen uit deze import worden verwijderd. Nieuwe klanten zonder andere aanvragen worden gearchiveerd. Aanvragen die daarna gewijzigd zijn, blijven staan, net als telefoonnummers en adressen die bij bestaande klanten zijn aangevuld.',
  ],
  undoCustomersText: [
    'New customers from this import are archived. Customers that were changed since or got a lead stay, and so do phone numbers and addresses that were added to existing customers.',
    'Nieuwe klanten uit deze import worden gearchiveerd. Klanten die daarna gewijzigd zijn of een aanvraag kregen, blijven staan, net als telefoonnummers en adressen die bij bestaande klanten zijn aangevuld.',
  ],
  undoCustomersSummary: [
    '{customers, plural, one {# customer} other {# customers}} archived',
    '{customers, plural, one {# klant} other {# klanten}} gearchiveerd',
  ],
  toCustomers: ['Go to customers', 'Naar de klanten'],
  toLeads: ['Go to leads', 'Naar de aanvragen'],
});

/** What an import made, in words. */
export const summaryOf = { leads: 'summary', customers: 'summaryCustomers' } as const;
