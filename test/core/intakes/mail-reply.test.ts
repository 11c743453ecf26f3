import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messageKeyOf, notesWithReply } from '#core/intakes/mail-reply.ts';

const now = Date.UTC(2026, 10, 19);
const dayMs = 24 * 60 * 60 * 1000;
const open = {
  notes: null,
  status: 'request',
  updatedAt: now - 400 * dayMs,
  archivedAt: null,
  photoCount: null,
} as const;
const from = { name: 'Jan Jansen', address: 'jan@example.com' };
const reply = { from, text: 'Morgen kan ook.' };
const inDutch = { language: 'nl', now, pictures: 0 } as const;

test('a reply is added below the notes, with its sender', () => {
  const heading = 'Antwoord per e-mail van Jan Jansen (jan@example.com)';
  assert.equal(notesWithReply(open, reply, inDutch), `${heading}:\nMorgen kan ook.`);
  const noted = { ...open, notes: 'Belt liever.' };
  assert.equal(
    notesWithReply(noted, reply, inDutch),
    `Belt liever.\n\n${heading}:\nMorgen kan ook.`,
  );
  const inEnglish = { ...inDutch, language: 'en', pictures: 2 } as const;
  assert.equal(
    notesWithReply(open, { from: { name: '', address: 'jan@example.com' }, text: '' }, inEnglish),
    'Reply by e-mail from jan@example.com with 2 photos:',
  );
});

test('a lead that was closed long ago, or is archived or full, takes no reply', () => {
  const lost = { ...open, status: 'lost' } as const;
  const cases: [takes: boolean, item: Parameters<typeof notesWithReply>[0]][] = [
    [true, open],
    [true, { ...lost, updatedAt: now - 89 * dayMs }],
    [false, { ...lost, updatedAt: now - 91 * dayMs }],
    [false, { ...open, status: 'completed' }],
    [true, { ...open, status: 'in_progress' }],
    [false, { ...open, archivedAt: now }],
    [true, { ...open, notes: 'x'.repeat(39_000) }],
    [false, { ...open, notes: 'x'.repeat(39_990) }],
  ];
  for (const [takes, item] of cases) {
    assert.equal(notesWithReply(item, reply, inDutch) !== null, takes, JSON.stringify(item));
  }
  const full = { ...open, photoCount: 45 };
  assert.notEqual(notesWithReply(full, reply, { ...inDutch, pictures: 5 }), null);
  assert.equal(notesWithReply(full, reply, { ...inDutch, pictures: 6 }), null);
});

test('each Message-ID has its key', () => {
  assert.equal(messageKeyOf('<a@example.com>'), messageKeyOf('<a@example.com>'));
  assert.notEqual(messageKeyOf('<a@example.com>'), messageKeyOf('<A@example.com>'));
});
