// Error texts of the web app, in the reader's language.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOfPassword } from '#core/accounts/password-rules.ts';
import type { ErrorCode } from '#contract/error-codes.ts';
import { errorDetails } from '#core/reading/error-details.ts';
import { about, type ErrorDetail, messageOf } from '#core/reading/field-message.ts';
import { errorFrom, NetworkError } from '../../sdk/src/errors.ts';
import { LocalizedError, describeError, fieldErrors } from '../../web/src/parts/describe-error.ts';
import { i18n } from '../../web/src/words/words.ts';

function answered(
  status: number,
  message: string | string[],
  more: { retryAfterMs?: number; code?: ErrorCode; details?: ErrorDetail[] } = {},
) {
  const { retryAfterMs = null, code = null, details = [] } = more;
  const text = JSON.stringify({ message });
  const header = errorDetails(details);
  return errorFrom({ status, requestId: 'r1', text, retryAfterMs, code, details: header });
}

const move = 'status cannot go from cancelled to scheduled: allowed from cancelled are pending';

const moved: ErrorDetail = {
  field: null,
  rule: 'move_not_allowed',
  values: { from: 'cancelled', to: 'scheduled' },
};

const cases: readonly [error: unknown, english: string, dutch: string, original: string[]][] = [
  [answered(400, ['a is wrong']), 'Not everything', 'Niet alles is goed', ['a is wrong']],
  [answered(401, 'who?'), 'You are no longer signed in', 'Je bent niet meer ingelogd', ['who?']],
  [
    answered(403, 'no'),
    'You are not allowed',
    'Dit mag jij niet doen. Vraag een eigenaar.',
    ['no'],
  ],
  [answered(404, 'gone'), 'This does not exist', 'Dit bestaat niet', ['gone']],
  [answered(409, 'not so'), 'This is not possible', 'Dit kan nu niet', ['not so']],
  [
    answered(409, move, { code: 'move_not_allowed', details: [moved] }),
    'It cannot be moved from “Cancelled”',
    'Van “Geannuleerd” kan het niet naar “Ing',
    [move],
  ],
  [
    answered(409, 'other', { code: 'other_brand' }),
    'You switched to another',
    'Je bent in een ander venster',
    [],
  ],
  [
    answered(409, 'kept', { code: 'last_owner' }),
    'A business needs an owner',
    'Een bedrijf heeft een eigenaar nodig',
    ['kept'],
  ],
  [answered(412, 'old'), 'Someone else changed', 'Iemand anders heeft dit', ['old']],
  [answered(418, 'tea'), 'That did not work', 'Dat is niet gelukt', ['tea']],
  [
    answered(429, 'slow', { retryAfterMs: 800_000 }),
    'Too many attempts. Wait 14 minutes',
    'Te vaak geprobeerd',
    [],
  ],
  [
    answered(502, 'inside'),
    'Something went wrong on the server',
    'Er ging iets mis op de server',
    ['inside'],
  ],
  [new NetworkError('no'), 'The server cannot be reached', 'De server is niet bereikbaar', []],
  [
    new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
    'This part of the app could not be loaded',
    'Dit deel van de app kon niet worden geladen',
    [],
  ],
  [
    new TypeError('x is not a function'),
    'Something went wrong on this page',
    'Er ging iets mis op deze pagina',
    ['x is not a function'],
  ],
  [new LocalizedError('Zo dus'), 'Zo dus', 'Zo dus', []],
];

for (const [error, english, dutch, original] of cases) {
  test(`${String(error)} in both languages`, () => {
    for (const [language, begin] of [
      ['en', english],
      ['nl', dutch],
    ] as const) {
      i18n.activate(language);
      const trouble = describeError(error);
      assert.ok(trouble.text.startsWith(begin), trouble.text);
      assert.deepEqual(trouble.original, original);
    }
  });
}

test('a page can override the text of a status', () => {
  const known = { 401: 'Dat wachtwoord klopt niet' };
  assert.deepEqual(describeError(answered(401, 'no'), known), {
    text: known[401],
    fields: [],
    original: [],
  });
});

test('a field error is translated, also for an unknown rule', () => {
  i18n.activate('nl');
  const email = 'jan@example.com';
  const passwords = ['short', 'a'.repeat(201), 'password123', email, 'Jan_Example_2027'].map(
    (password) => messageOf('newPassword', refusalOfPassword(password, { email })!),
  );
  const details = [
    about('name', 'required', ''),
    about('email', 'not_an_email', ''),
    about('title', 'too_long', '', { max: 200 }),
    { field: 'colour', rule: 'not_red' as 'unknown' },
    ...passwords,
  ];
  const wrong = fieldErrors(answered(400, ['a is wrong'], { details }));
  assert.deepEqual(wrong, {
    name: 'Vul dit in',
    email: 'Vul een geldig e-mailadres in',
    title: 'Hooguit 200 tekens',
    colour: 'Dit is niet goed ingevuld',
    newPassword: [
      'Minstens 10 tekens',
      'Hooguit 200 tekens',
      'Dit is te makkelijk te raden: kies vier of meer woorden die niet bij elkaar horen',
      'Gebruik je e-mailadres niet als wachtwoord: kies iets anders',
      'Je naam, adres of bedrijf met cijfers erbij is snel geraden: kies iets anders',
    ].join('; '),
  });
});

test('each field has its label, also a nested one', () => {
  i18n.activate('nl');
  const details = [
    about('customer.email', 'not_an_email', ''),
    about('tags', 'too_long', '', { max: 50, item: 2 }),
    about('title', 'wrong_format', ''),
    about('shape', 'wrong_format', ''),
    about('rows', 'no_rows', ''),
  ];
  const error = answered(400, ['a is wrong'], { details });
  assert.deepEqual(describeError(error).fields, [
    { name: 'customer.email', text: 'E-mailadres: vul een geldig e-mailadres in' },
    { name: 'tags', text: 'Labels: hooguit 50 tekens' },
    { name: 'title', text: 'Titel is niet goed ingevuld' },
    { name: 'rows', text: 'Het bestand heeft geen rijen onder de kolomnamen' },
  ]);
});
