// Normalisation of names, e-mail addresses and phone numbers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mentionsPerson, personOf, reachesPerson } from '#core/customers/person.ts';
import type { CustomerRecord } from '#core/records.ts';

const person = personOf([
  {
    name: 'Jan  de Vries',
    firstName: 'Jan',
    lastName: 'Vries',
    companyName: '',
    email: 'Jan@Example.com',
    phone: '+31 6 12345678',
    secondaryPhone: '030-2345678',
  } as CustomerRecord,
]);

const texts: [text: string, who: 'reached' | 'named' | 'nobody'][] = [
  ['write to JAN@example.com, please', 'reached'],
  ['<jan@example.com>', 'reached'],
  ['{"email":"jan@example.com","title":""}', 'reached'],
  ['{"email":"\\u006aan@example.com"}', 'reached'],
  ['{"email":"jan@example.com', 'reached'],
  ['{"leads":[{"phone":612345678}]}', 'reached'],
  ['call 06 12 34 56 78 today', 'reached'],
  ['0031612345678', 'reached'],
  ['(030) 234 5678', 'reached'],
  ['/v1/api/customers/jan@example.com', 'reached'],
  ['/v1/api/customers/jan%40example.com', 'reached'],
  ['{"message":"There is no customer jan@example.com."}', 'reached'],
  ['100% of jan@example.com', 'reached'],
  ['dirk.jan@example.com', 'nobody'],
  ['dirkjan@example.com', 'nobody'],
  ['jan@example.com.au', 'nobody'],
  ['06 12345679', 'nobody'],
  ['bel 0612345678 - 3 uur', 'reached'],
  ['0612345678 / 0201234567', 'reached'],
  ['{"d":"hallo\\njan@example.com","x":', 'reached'],
  ['{"d":"hallo\\tJan de Vries\\n","x":', 'named'],
  ['612', 'nobody'],
  ['customerName=x&phone=%2B31+6+1234+5678', 'reached'],
  ['phone=06+12345678', 'reached'],
  ['word=caf%E9&email=jan%40example.com', 'reached'],
  ['%', 'nobody'],
  ['{"notes":"write to\\njan@example.com"}', 'reached'],
  ['customerName=Jan+de+Vries&title=', 'named'],
  ['{"firstName":"Jan","lastName":"Vries"}', 'named'],
  ['{"leads":[{"voornaam":"jan","achternaam":"de Vries"}]}', 'named'],
  ['{"firstName":"Jan","lastName":"Vries",', 'named'],
  ['{\\"firstName\\":\\"Jan\\",\\"lastName\\":\\"Vries\\"}', 'named'],
  ['first=Jan&last=Vries', 'named'],
  ['name="first"\r\n\r\nJan\r\n--x\r\nname="last"\r\n\r\nVries\r\n', 'named'],
  ['[{"firstName":"Jan"},{"lastName":"Vries"}]', 'nobody'],
  ['for Jan de Vries', 'named'],
  ['JAN DE VRIES', 'named'],
  ['{"customerName":" jan de  vries "}', 'named'],
  ['Jan Vries', 'named'],
  ['Arjan de Vries', 'nobody'],
  ['Jan de Vriesma', 'nobody'],
  ['Jan', 'nobody'],
  ['Vries', 'nobody'],
  ['', 'nobody'],
];

for (const [text, who] of texts) {
  test(`${JSON.stringify(text)}: ${who}`, () => {
    assert.equal(reachesPerson(text, person), who === 'reached');
    assert.equal(mentionsPerson(text, person), who !== 'nobody');
  });
}

test('a phone number in another script is recognised', () => {
  assert.equal(reachesPerson('bel ٠٦ ١٢٣٤٥٦٧٨', person), true);
});

test('a short number or a filler does not tell who a text is about', () => {
  const phones = ['12', '112', '12345', '0000000000'];
  const anybody = personOf(phones.map((phone) => ({ phone })));
  for (const text of [...phones, 'Oudegracht 12', '{"phone":"0000000000"}']) {
    assert.equal(mentionsPerson(text, anybody), false, text);
  }
});

test('a name in a legacy encoding', () => {
  const zoe = personOf([{ customerName: 'Zoë Çelik' }]);
  assert.equal(mentionsPerson('name=Zo%EB+%C7elik', zoe), true);
  assert.equal(mentionsPerson('name=Zo%C3%AB+%C3%87elik', zoe), true);
  assert.equal(mentionsPerson('{"name":"Zo\\u00eb \\u00c7elik"', zoe), true);
});

test('pathological input is parsed in time', () => {
  const texts = ['\\"', '%E9', '[', '0 ', '+', 'jan de '].map((part) => part.repeat(100_000));
  for (const text of ['', '{', '{"a":"'].flatMap((start) => texts.map((rest) => start + rest))) {
    assert.equal(mentionsPerson(text, person), false);
  }
});

test('a one-word name matches only a whole word', () => {
  const bob = personOf([
    {
      name: 'Bob',
      firstName: '',
      lastName: '',
      companyName: '',
      email: '',
      phone: '',
    } as CustomerRecord,
  ]);
  assert.equal(mentionsPerson('bob', bob), true);
  assert.equal(mentionsPerson('{"customerName":"Bob"}', bob), true);
  assert.equal(mentionsPerson('Bob the builder', bob), false);
});

test('a person without name, e-mail address and phone number matches nothing', () => {
  const nobody = personOf([
    {
      name: '',
      firstName: '',
      lastName: '',
      companyName: '',
      email: '',
      phone: '',
    } as CustomerRecord,
  ]);
  for (const text of ['', ' ', '{}', 'a@b', '112'])
    assert.equal(mentionsPerson(text, nobody), false);
});
