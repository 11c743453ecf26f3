// Rows of a file on their way to the service, and what it says of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';
import { importWords } from '../../web/src/pages/settings/import/import-words.ts';
import { importOf } from '../../web/src/pages/settings/import/mapping.ts';
import { isWithoutWords, rowMessage } from '../../web/src/pages/settings/import/row-message.ts';
import { fieldWords } from '../../web/src/pages/settings/lead-fields.ts';
import { i18n, type Words } from '../../web/src/words/words.ts';

const sayIn =
  ({ area }: Words<string>) =>
  (key: string) =>
    i18n._(`${area}.${key}`);

test('a row of blanks does not become a lead by the title for all rows', () => {
  const rows = [
    ['Jan', 'x'],
    [' ', '\t'],
    ['', ''],
  ];
  const table = { headers: ['Naam', 'title'], rows, brokenRow: null };
  const sent = importOf('a.csv', table, { Naam: 'customerName', title: null }, 'Old');
  assert.deepEqual(sent, {
    fileName: 'a.csv',
    columns: [
      { name: 'Naam', field: 'customerName' },
      { name: 'title', field: null },
      { name: 'title (2)', field: 'title' },
    ],
    rows: [['Jan', 'x', 'Old'], [], []],
  });
});

test('what the service says of a row is said in Dutch, with the name of the field', () => {
  i18n.activate('nl');
  const wrong = {
    title: '',
    customerName: 'Jan',
    email: 'geen adres',
    phone: 'bellen',
    priority: 'meteen',
    city: 'x'.repeat(1_000),
  };
  const messages = readLeadSubmission(wrong).messages!;
  const said = messages.map((one) => rowMessage(one, sayIn(importWords), sayIn(fieldWords)));
  const begins = [
    'Titel: waar het over gaat: Vul dit in',
    'E-mailadres: Dit is geen e-mailadres',
    'Telefoon: Hier staan geen cijfers in',
    'Plaats: Hooguit ',
    'Prioriteit: Deze waarde kennen we niet',
  ];
  assert.equal(said.length, begins.length, said.join());
  for (const begin of begins) {
    assert.ok(
      said.some((one) => one.startsWith(begin)),
      `${begin} is missing in ${said.join()}`,
    );
  }
});

test('of what nobody knows a word for, what the service said is shown too', () => {
  const said = rowMessage('title must rhyme', sayIn(importWords), sayIn(fieldWords));
  assert.equal(said, 'Titel: waar het over gaat: Dit is niet goed ingevuld');
  assert.ok(isWithoutWords('title must rhyme'));
  assert.ok(!isWithoutWords('title is required'));
});
