// Rows of a file, sent to the server with its verdict on each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import { readErrorDetails } from '../../sdk/src/error-details.ts';
import {
  guessMapping,
  importOf,
  type Mapping,
} from '../../web/src/pages/settings/import/mapping.ts';
import { rowMessage } from '../../web/src/pages/settings/import/row-message.ts';
import { fieldWords } from '../../web/src/parts/lead-fields.ts';
import { i18n, type Words } from '../../web/src/words/words.ts';

const sayIn =
  ({ area }: Words<string>) =>
  (key: string) =>
    i18n._(`${area}.${key}`);

test('a blank row does not become a lead through the default title', () => {
  const rows = [
    ['Jan', 'x'],
    [' ', '\t'],
    ['', ''],
  ];
  const table = { headers: ['Naam', 'title'], rows, brokenRow: null };
  const sent = importOf(
    'a.csv',
    table,
    { Naam: 'customerName', title: null },
    { makes: 'leads', titleForAll: 'Old', timeZone: 'Europe/Amsterdam' },
  );
  assert.deepEqual(sent, {
    fileName: 'a.csv',
    makes: 'leads',
    columns: [
      { name: 'Naam', field: 'customerName' },
      { name: 'title', field: null },
      { name: 'title (2)', field: 'title' },
    ],
    rows: [['Jan', 'x', 'Old'], [], []],
  });
});

test('a row’s errors are shown in Dutch, with the field’s label', () => {
  i18n.activate('nl');
  const wrong = {
    title: '',
    customerName: 'Jan',
    email: 'geen adres',
    phone: 'bellen',
    priority: 'meteen',
    city: 'x'.repeat(1_000),
  };
  const header = errorDetails(readLeadSubmission(wrong).messages!);
  const said = readErrorDetails(header).map((one) => rowMessage(one, sayIn(fieldWords)));
  const begins = [
    'Titel (waar het over gaat): Vul dit in',
    'E-mailadres: Vul een geldig e-mailadres in',
    'Telefoon: Vul minstens één cijfer in',
    'Plaats: Hooguit ',
    'Prioriteit: Gebruik een van de toegestane waarden',
  ];
  assert.equal(said.length, begins.length, said.join());
  for (const begin of begins) {
    assert.ok(
      said.some((one) => one.startsWith(begin)),
      `${begin} is missing in ${said.join()}`,
    );
  }
});

test('an error with an unknown rule has a general text', () => {
  const said = rowMessage({ field: 'title', rule: 'no_rhyme', values: {} }, sayIn(fieldWords));
  assert.equal(said, 'Titel (waar het over gaat): Dit is niet goed ingevuld');
});

test('local times and labels of a status become what the service takes', () => {
  const table = {
    headers: ['Naam', 'Ontvangen', 'Fase'],
    rows: [
      ['Jan', '20-11-2025', 'Verloren'],
      ['Jan', '2025-07-01 09:30', 'Quote sent'],
      ['Jan', '2025-07-01T07:30:00.000Z', 'lost'],
      ['Jan', 'last week', 'somewhere'],
      ['Jan', '31-02-2026', ''],
    ],
  };
  const mapping = guessMapping(table.headers, 'leads');
  const wanted: Mapping = { Naam: 'customerName', Ontvangen: 'receivedAt', Fase: 'status' };
  assert.deepEqual({ ...mapping }, wanted);
  const { rows } = importOf('old.csv', table as never, mapping, {
    makes: 'leads',
    titleForAll: 'Old',
    timeZone: 'Europe/Amsterdam',
  });
  assert.deepEqual(
    rows.map((row) => row.slice(1, 3)),
    [
      ['2025-11-20T11:00:00.000Z', 'lost'],
      ['2025-07-01T07:30:00.000Z', 'quote_sent'],
      ['2025-07-01T07:30:00.000Z', 'lost'],
      ['last week', 'somewhere'],
      ['31-02-2026', ''],
    ],
  );
});
