// Leads from forms and hooks: fields by their usual names, by a map, and what fills the gaps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { LeadField } from '#contract/lead-submission.ts';
import { longTextLengthMax } from '#contract/limits.ts';
import { leadFromSent, ownFormMark } from '#core/intakes/lead-from-sent.ts';
import { splitAddress } from '#core/intakes/split-address.ts';
import { usualName } from '#core/intakes/usual-names.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';

const form = { type: 'form', name: 'The website', map: null, portal: null } as const;

const names: Record<string, (LeadField | 'address')[] | string[]> = {
  customerName: [
    'naam',
    'Naam *',
    'your-name',
    'full_name',
    'fullName',
    'Volledige naam',
    'text-naam-1',
  ],
  firstName: ['Voornaam', 'first_name', 'first-name', 'name.first', 'form_fields[voornaam]'],
  lastName: ['Achternaam', 'last_name', 'Familienaam'],
  companyName: ['Bedrijfsnaam', 'company', 'Bedrijf (optioneel)'],
  email: ['e-mail', 'E-mailadres', 'Email Address', 'your-email', 'uw e-mailadres', 'emailadres'],
  phone: ['telefoonnummer', 'Mobiel', 'your-tel', 'phone_number', 'Tel.', 'Telefoon (verplicht)'],
  description: ['bericht', 'your-message', 'Omschrijving', 'Uw vraag', 'form_fields[message]'],
  title: ['onderwerp', 'your-subject', 'Betreft'],
  street: ['straat', 'Straatnaam', 'street_address'],
  streetNumber: ['huisnummer', 'Huisnr.', 'house-number'],
  postalCode: ['postcode', 'ZIP', 'Postal code', 'zip_code'],
  city: ['woonplaats', 'Plaats', 'city'],
  budgetQuote: ['budget', 'Uw budget'],
  category: ['dienst', 'Service', 'Soort werk'],
  address: ['adres', 'Address', 'Straat + huisnummer'],
};

for (const [field, list] of Object.entries(names)) {
  test(`${list.join(', ')}: ${field}`, () => {
    assert.deepEqual(
      list.map((name) => usualName(name)?.field),
      list.map(() => field),
    );
  });
}

test('other names are not taken for a field', () => {
  for (const name of [
    'type dak',
    'naamkaartje',
    'form_name',
    'page title',
    'street food',
    'x',
    '',
  ]) {
    assert.equal(usualName(name), null, name);
  }
});

const leads: [what: string, sent: unknown, lead: Record<string, unknown>][] = [
  [
    'Contact Form 7',
    {
      'your-name': 'Jan',
      'your-email': 'j@example.com',
      'your-message': 'Tap leaks\nsince May',
      _wpcf7: '5',
    },
    {
      customerName: 'Jan',
      email: 'j@example.com',
      title: 'Tap leaks',
      description: 'Tap leaks\nsince May',
    },
  ],
  [
    'an Elementor form',
    {
      form: { id: 'a', name: 'Contact' },
      fields: { name: { id: 'name', title: 'Naam', value: 'Els' } },
    },
    { customerName: 'Els', title: 'The website' },
  ],
  [
    'the same as form fields',
    { 'form[name]': 'Contact', 'fields[name][title]': 'Naam', 'fields[name][value]': 'Els' },
    { customerName: 'Els', title: 'The website' },
  ],
  [
    'unknown fields without a description',
    {
      naam: 'Els',
      'Type dak': 'Plat',
      Opties: ['a', 'b'],
      utm_source: 'ads',
      privacy: 'on',
      leeg: '',
    },
    { customerName: 'Els', title: 'Type dak: Plat', description: 'Type dak: Plat\nOpties: a, b' },
  ],
  [
    'a name in two parts',
    {
      lead: { firstName: 'Els', lastName: 'Bakker', subject: 'Gutter' },
      campaign: { name: 'May' },
    },
    {
      firstName: 'Els',
      lastName: 'Bakker',
      customerName: 'Els Bakker',
      title: 'Gutter',
      description: 'campaign name: May',
    },
  ],
  [
    'a company',
    { bedrijf: 'Bakker BV' },
    { companyName: 'Bakker BV', customerName: 'Bakker BV', title: 'The website' },
  ],
  [
    'an address on one line',
    { naam: 'Els', adres: 'Kerkstraat 12a, 3511 LN Utrecht' },
    {
      customerName: 'Els',
      title: 'The website',
      street: 'Kerkstraat',
      streetNumber: '12',
      streetNumberAddition: 'a',
      postalCode: '3511 LN',
      city: 'Utrecht',
    },
  ],
  [
    'a checkbox that sounds like a phone number',
    { naam: 'Els', mobiel: '0612345678', telefoon: 'ja', priority: 'who knows' },
    {
      customerName: 'Els',
      phone: '0612345678',
      title: 'telefoon: ja',
      description: 'telefoon: ja\npriority: who knows',
    },
  ],
  [
    'a mistyped e-mail address beside a message',
    { naam: 'Ria', telefoon: '06-99998888', email: 'ria.example.nl', bericht: 'Dakgoot lekt' },
    {
      customerName: 'Ria',
      phone: '06-99998888',
      title: 'Dakgoot lekt',
      description: 'Dakgoot lekt\n\nemail: ria.example.nl',
    },
  ],
  [
    'words in place of a phone number',
    { naam: 'Ria', telefoon: 'bel na 5', email: 'ria@example.nl', bericht: 'Dakgoot lekt' },
    {
      customerName: 'Ria',
      email: 'ria@example.nl',
      title: 'Dakgoot lekt',
      description: 'Dakgoot lekt\n\ntelefoon: bel na 5',
    },
  ],
  [
    'to the letter how nobody can be reached',
    { naam: 'Ria', telefoon: 'nee', mail: 'ria.example.nl', leadSource: 'Ads', bericht: 'Lek' },
    {
      customerName: 'Ria',
      phone: 'nee',
      email: 'ria.example.nl',
      title: 'Lek',
      description: 'Lek\n\nleadSource: Ads',
    },
  ],
  [
    'the part before a last name',
    { voornaam: 'Els', tussenvoegsel: 'van der', achternaam: 'Berg' },
    {
      firstName: 'Els',
      lastName: 'van der Berg',
      customerName: 'Els van der Berg',
      title: 'The website',
    },
  ],
  [
    'a salutation, which is no part of a name',
    { name_prefix: 'Mw. dr.', first_name: 'Els', last_name: 'Berg', message: 'Tap' },
    {
      firstName: 'Els',
      lastName: 'Berg',
      customerName: 'Els Berg',
      title: 'Tap',
      description: 'Tap',
    },
  ],
  [
    'a last name that has its part already',
    { first_name: 'Els', infix: 'Van der', last_name: 'van der Berg' },
    {
      firstName: 'Els',
      lastName: 'van der Berg',
      customerName: 'Els van der Berg',
      title: 'The website',
    },
  ],
  [
    'the better of two names',
    { vraag: 'later?', bericht: 'now', naam: 'Els' },
    { customerName: 'Els', title: 'now', description: 'now' },
  ],
  ['no fields', {}, { title: 'The website' }],
  ['nothing', null, { title: 'The website' }],
];

for (const [what, sent, lead] of leads) {
  test(`reads ${what}`, () => {
    assert.deepEqual(leadFromSent(form, sent), { ...lead, source: 'web' });
  });
}

test('what is added to a message leaves it whole', () => {
  const naam = 'Ria';
  const read = (bericht: string, telefoon: string) =>
    String(leadFromSent(form, { naam, email: 'r@example.nl', bericht, telefoon })['description']);
  const full = read('x'.repeat(longTextLengthMax - 30), 'y'.repeat(99));
  assert.equal(full.length, longTextLengthMax);
  assert.match(full, /x\n\ntelefoon: y+…$/);
  for (const length of [longTextLengthMax - 1, longTextLengthMax + 1]) {
    assert.equal(read('x'.repeat(length), 'nee'), 'x'.repeat(length));
  }
});

test('a map that says how to reach somebody leaves an odd phone number aside', () => {
  const map = { email: 'user_column_data[column_id=CONTACT].string_value' };
  const columns = [
    { column_id: 'PHONE_NUMBER', string_value: 'nee' },
    { column_id: 'CONTACT', string_value: 'ria@example.nl' },
  ];
  const channel = { ...form, type: 'hook', portal: 'google-ads', map } as const;
  const lead = leadFromSent(channel, { user_column_data: columns });
  assert.deepEqual([lead['phone'], lead['email']], [undefined, 'ria@example.nl']);
});

test('nobody can ask the sender of a mail: its message gets what is no number or address', () => {
  const labels = { Naam: 'Ria', Telefoon: 'bel na 5', 'E-mail': 'ria@', Bericht: 'Lek' };
  const from = { name: 'Website', address: 'no-reply@example.com' };
  const sent = { from, subject: 'Aanvraag', text: 'Naam: Ria …', labels };
  const mail = { ...form, type: 'mail' } as const;
  const lead = leadFromSent(mail, sent);
  assert.deepEqual(lead, {
    customerName: 'Ria',
    title: 'Aanvraag',
    description: 'Lek\n\nTelefoon: bel na 5\n\nemail: ria@',
    source: 'email',
  });
});

test('a map says exactly what is read', () => {
  const map = { customerName: ['a', 'b'], source: { value: 'referral' } };
  const sent = { a: 'Els', b: 'Bakker', email: 'els@example.com' };
  assert.deepEqual(leadFromSent({ ...form, type: 'hook', map }, sent), {
    customerName: 'Els Bakker',
    title: 'The website',
    source: 'referral',
  });
});

test('a title is the first line, cut at a word', () => {
  const titleOf = (description: string) => leadFromSent(form, { description })['title'];
  assert.equal(titleOf('\n  Tap   leaks \nsince May'), 'Tap leaks');
  assert.equal(titleOf(`${'word '.repeat(15)}longword longer`), `${'word '.repeat(15).trim()}`);
  assert.equal(titleOf('x'.repeat(100)), `${'x'.repeat(79)}…`);
});

const addresses: [line: string, parts: (string | undefined)[] | null][] = [
  ['Kerkstraat 12a, 3511 LN Utrecht', ['Kerkstraat', '12', 'a', '3511 LN', 'Utrecht']],
  [
    "1e Dorpsstraat 5-2\n1234ab 's-Hertogenbosch",
    ['1e Dorpsstraat', '5', '2', '1234 AB', "'s-Hertogenbosch"],
  ],
  ['Plein 1944 12 6511 JC Nijmegen', ['Plein 1944', '12', undefined, '6511 JC', 'Nijmegen']],
  ['Lange Weg 1234, 1234 AB Ede, Nederland', ['Lange Weg', '1234', undefined, '1234 AB', 'Ede']],
  ['Oudegracht 5 bis', ['Oudegracht', '5', 'bis', undefined, undefined]],
  ['Plein 1944', null],
  ['12 High Street, London', null],
  ['Kerkstraat', null],
  ['Hoofdweg 3, achter de kerk, 1234 AB Ede', null],
  ['Utrecht', null],
];

for (const [line, parts] of addresses) {
  test(`${JSON.stringify(line)} ${parts ? 'is split' : 'stays as it is'}`, () => {
    const split = splitAddress(line);
    const { street, streetNumber, streetNumberAddition, postalCode, city } = split ?? {};
    const found = split && [street, streetNumber, streetNumberAddition, postalCode, city];
    assert.deepEqual(found, parts);
  });
}

test('anything can be read, and its lead is only refused with messages', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('form', 'hook'), (sent, type) => {
      const lead = leadFromSent({ ...form, type }, sent);
      assert.ok(Object.values(lead).every((value) => value !== undefined && value !== ''));
      const { messages } = readLeadSubmission(lead);
      assert.ok(messages === undefined || messages.length > 0);
    }),
    { numRuns: 1_000 },
  );
});

test('our own page ignores the paths of a map, which lead into the form of the website', () => {
  const map = { customerName: 'naam', category: { value: 'Loodgieter' } };
  const sent = { customerName: 'Jan', description: 'Lekkage', [ownFormMark]: '1' };
  const { customerName, description, category } = leadFromSent({ ...form, map }, sent);
  assert.deepEqual([customerName, description, category], ['Jan', 'Lekkage', 'Loodgieter']);
  assert.equal(leadFromSent({ ...form, map }, { naam: 'Piet' })['customerName'], 'Piet');
  assert.equal(leadFromSent(form, { [ownFormMark]: '1' })['description'], undefined);
});

test('our own page is read to the letter, and a copy of it may have more fields', () => {
  const sent = { customerName: 'Jan', email: 'jan.example.nl', phone: 'ja', [ownFormMark]: '1' };
  const { email, phone, description } = leadFromSent(form, { ...sent, 'Type dak': 'Plat' });
  assert.deepEqual([email, phone, description], ['jan.example.nl', 'ja', 'Type dak: Plat']);
});
