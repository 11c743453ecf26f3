// What is left of an erased person in a work item of somebody else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemAuthor } from '#core/author.ts';
import { personOf } from '#core/customers/person.ts';
import { changesWithout, isSentBy, withoutMentions } from '#core/erasure/redact-mentions.ts';
import { remarksIn } from '#core/leads/lead-remarks.ts';
import { nilUuid } from '#core/uuid-v7.ts';
import type { WorkItemRecord } from '#core/records.ts';

const canary = { name: 'Canary Bird', email: 'canary@bird.example', phone: '0655511122' };
const person = personOf([canary]);
const by = { person, author: systemAuthor, now: 2_000 };
const item = {
  title: 'Boiler',
  description: 'leaks',
  category: null,
  customerSignature: null,
  budgetQuote: null,
  notes: null,
  otherContact: null,
  completionNotes: null,
  hoursWorked: null,
  materials: null,
  signedBy: null,
  tags: ['urgent'],
  version: 3,
  updatedAt: 1_000,
} as WorkItemRecord;

test('remarks in each language go, the rest of the notes stays', () => {
  for (const say of Object.values(remarksIn)) {
    const others = [
      say.otherName('C. Bird'),
      say.otherCompany('Cage BV'),
      say.otherEmail(canary.email),
      say.phoneOfAnother(canary.phone, nilUuid),
      say.otherAddress('Cage 1, Utrecht'),
    ].join(' ');
    const table: [string, string | null][] = [
      [others, null],
      [`Hello\n\n${others}`, 'Hello'],
      [`Hello\n\n${say.addedAddress} ${others}`, `Hello\n\n${say.addedAddress}`],
      [
        `Hello\n\n${say.addedPhone(canary.phone)} ${others}\nBring a ladder`,
        'Hello\n\nBring a ladder',
      ],
      [`${say.addedPhone('0612345678')} ${others}`, say.addedPhone('0612345678')],
      ['Call Canary Bird.\nRing twice.', 'Ring twice.'],
      [`Ring twice.\n\nIt said: ${say.otherName('X')}`, 'Ring twice.\n\nIt said:'],
    ];
    for (const [notes, left] of table) {
      assert.equal(withoutMentions({ ...item, notes }, by).notes, left, notes);
    }
  }
});

test('every text that mentions the person goes', () => {
  const text = `for ${canary.name}`;
  const full: WorkItemRecord = {
    ...item,
    title: text,
    description: text,
    category: text,
    customerSignature: text,
    budgetQuote: text,
    notes: text,
    otherContact: 'C. Bird',
    completionNotes: text,
    tags: [text, 'urgent'],
  };
  const { version, title, tags, description, updatedAt, ...left } = withoutMentions(full, by);
  assert.doesNotMatch(JSON.stringify(left), /bird/i);
  assert.deepEqual(
    { version, title, tags, description, updatedAt },
    { version: 4, title: 'Erased', tags: ['urgent'], description: '', updatedAt: 2_000 },
  );
  for (const same of [item, { ...item, tags: null, notes: 'Ring twice.\n\n\nTwice!' }]) {
    assert.equal(withoutMentions(same, by), same);
  }
});

test('a sender has the contact details, or the name in a former item', () => {
  const nobody = personOf([]);
  const sent = { isFormer: false, otherContact: null, sender: nobody };
  const sender = personOf([{ name: 'canary  bird' }]);
  assert.equal(isSentBy(sent, person), false);
  assert.equal(isSentBy({ ...sent, sender: personOf([{ email: canary.email }]) }, person), true);
  assert.equal(isSentBy({ ...sent, otherContact: '+31 6 555 111 22' }, person), true);
  for (const isFormer of [true, false]) {
    assert.equal(isSentBy({ ...sent, isFormer, sender }, person), isFormer);
    assert.equal(isSentBy({ ...sent, isFormer, otherContact: 'Canary Bird' }, person), isFormer);
  }
});

test('changes keep what does not mention the person', () => {
  const title = { before: 'Boiler', after: 'Tap' };
  const description = { before: 'call "Canary Bird"', after: '' };
  const notes = { before: 'Sent under another name: C. Bird.', after: null };
  assert.deepEqual(changesWithout({ title, description, notes }, person), { title });
});
