// Mails and the leads in them: portals, websites, people, bounces, and bombs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { leadFromSent } from '#core/intakes/lead-from-sent.ts';
import { type MailReading, readMail } from '#core/intakes/read-mail.ts';
import { readLeadSubmission } from '#core/leads/read-lead-submission.ts';

const channel = { type: 'mail', name: 'The mailbox', map: null, portal: null } as const;

function mailOf(headers: Record<string, string>, body: string): Uint8Array {
  const all = {
    From: 'Jan Jansen <jan@example.com>',
    To: 'leads@example.org',
    Subject: 'Leaking tap',
    'Message-ID': '<1@example.com>',
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === '' ? [] : [`${name}: ${value}`],
  );
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}

async function leadOf(raw: Uint8Array, map: object | null = null) {
  const { sent } = await readMail(raw);
  return leadFromSent({ ...channel, map }, sent);
}

test('a mail of a person becomes a lead with the text as its description', async () => {
  const raw = mailOf({ Subject: 'Re: FW: Leaking tap' }, 'Hello,\r\n\r\nit drips.\r\n');
  assert.deepEqual(await leadOf(raw), {
    customerName: 'Jan Jansen',
    email: 'jan@example.com',
    title: 'Leaking tap',
    description: 'Hello,\n\nit drips.',
    source: 'email',
  });
});

const html = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Transfer-Encoding': 'quoted-printable',
};

test('a mail of a portal becomes a lead by its labels', async () => {
  const rows =
    '<table><tr><td>Naam</td><td>Ren=C3=A9e</td></tr><tr><td>E-mailadres:</td><td>' +
    '<a href=3D"mailto:r@example.com">r@example.com</a></td></tr><tr><td>Adres</td>' +
    '<td>Kerkstraat 12a, 3511 LN Utrecht</td></tr><tr><td>Telefoon</td><td>onbekend</td></tr></table>';
  const raw = mailOf({ From: 'Portal <no-reply@portal.example>', ...html }, rows);
  const found = await leadOf(raw);
  const { lead } = readLeadSubmission(found);
  assert.deepEqual(lead, {
    customerName: 'Renée',
    email: 'r@example.com',
    title: 'Leaking tap',
    street: 'Kerkstraat',
    streetNumber: '12',
    streetNumberAddition: 'a',
    postalCode: '3511 LN',
    city: 'Utrecht',
    description: found['description'],
    source: 'email',
  });
  assert.match(String(lead?.description), /^Naam: Renée\n/);
});

test('a mail of Contact Form 7 becomes a lead of its visitor', async () => {
  const body =
    'From: Els Bakker <els@example.com>\nSubject: Dakgoot\n\nMessage Body:\nDe goot lekt.\n\nGroet, Els\n\n-- \nThis e-mail was sent from a form\n';
  const raw = mailOf({ From: 'Site <wordpress@example.org>', 'Reply-To': 'els@example.com' }, body);
  assert.deepEqual(await leadOf(raw), {
    customerName: 'Els Bakker',
    email: 'els@example.com',
    title: 'Dakgoot',
    description: 'De goot lekt.\n\nGroet, Els',
    source: 'email',
  });
});

const senders: [headers: Record<string, string>, name: unknown, email: unknown][] = [
  [{ From: 'jan.jansen@example.com' }, 'jan.jansen', 'jan.jansen@example.com'],
  [{ From: 'Portal <noreply@example.org>' }, 'Portal', undefined],
  [{ From: 'Portal <do-not-reply@example.org>' }, 'Portal', undefined],
  [{ 'Reply-To': 'Els <els@example.com>' }, 'Els', 'els@example.com'],
  [{ 'Reply-To': 'no-reply@example.com' }, 'Jan Jansen', 'jan@example.com'],
  [{ From: '=?utf-8?q?Ren=C3=A9e?= <r@example.com>' }, 'Renée', 'r@example.com'],
  [{ From: '' }, undefined, undefined],
];

for (const [headers, name, email] of senders) {
  test(`the sender of ${JSON.stringify(headers)}`, async () => {
    const lead = await leadOf(mailOf(headers, 'Hello'));
    assert.equal(lead['customerName'], name);
    assert.equal(lead['email'], email);
  });
}

test('a map takes paths into the mail, and the rest is found as usual', async () => {
  const raw = mailOf({}, 'Soort: dakwerk\nTelefoon: 06 12345678');
  const lead = await leadOf(raw, { category: 'labels.Soort', title: ['subject', 'from.name'] });
  assert.equal(lead['category'], 'dakwerk');
  assert.equal(lead['title'], 'Leaking tap Jan Jansen');
  assert.equal(lead['phone'], '06 12345678');
});

const kinds: [headers: Record<string, string>, reason: MailReading['heldReason']][] = [
  [{}, null],
  [{ 'Auto-Submitted': 'no' }, null],
  [{ 'Auto-Submitted': 'auto-generated' }, null],
  [{ 'Auto-Submitted': 'auto-generated', 'In-Reply-To': '<2@x>' }, 'auto_reply'],
  [{ 'Auto-Submitted': 'auto-replied (vacation)' }, 'auto_reply'],
  [{ 'Auto-Submitted': 'auto-replied', 'Return-Path': '<>' }, 'auto_reply'],
  [{ 'X-Autoreply': 'yes' }, 'auto_reply'],
  [{ Precedence: 'auto_reply' }, 'auto_reply'],
  [{ 'Return-Path': '<>', Subject: 'Automatisch antwoord: x' }, 'auto_reply'],
  [{ 'Return-Path': '<>' }, 'bounce'],
  [{ From: 'MAILER-DAEMON@example.com' }, 'bounce'],
  [{ From: 'postmaster@example.com' }, null],
  [{ From: 'postmaster@example.com', 'Auto-Submitted': 'auto-generated' }, 'bounce'],
  [{ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }, 'bounce'],
  [{ 'List-Id': '<news.example.com>' }, 'mailing_list'],
  [{ Precedence: 'bulk' }, 'mailing_list'],
];

for (const [headers, reason] of kinds) {
  test(`${JSON.stringify(headers)} is ${reason ?? 'a mail of a person'}`, async () => {
    assert.equal((await readMail(mailOf(headers, 'Hello'))).heldReason, reason);
  });
}

const formMail = 'Naam: Els Bakker\r\nTelefoon: 06 12345678\r\n';
const formKinds: [headers: Record<string, string>, reason: MailReading['heldReason']][] = [
  [{ From: 'WordPress <postmaster@example.com>' }, null],
  [{ From: 'WordPress <postmaster@example.com>', 'Auto-Submitted': 'auto-generated' }, null],
  [{ From: 'postmaster@example.com', 'Return-Path': '<>' }, 'bounce'],
  [{ Precedence: 'bulk' }, null],
  [{ Precedence: 'bulk', 'List-Id': '<news.example.com>' }, 'mailing_list'],
  [{ Precedence: 'bulk', 'List-Unsubscribe': '<https://example.com>' }, 'mailing_list'],
  [{ Precedence: 'list' }, 'mailing_list'],
];

for (const [headers, reason] of formKinds) {
  test(`the data of a customer with ${JSON.stringify(headers)} are ${reason ?? 'a lead'}`, async () => {
    assert.equal((await readMail(mailOf(headers, formMail))).heldReason, reason);
  });
}

test('a mail whose sender wants no answer is a bounce, or an automatic reply', async () => {
  const reasonOf = async (headers: Record<string, string>) =>
    (await readMail(mailOf(headers, 'Hello'), { isNullSender: true })).heldReason;
  assert.equal(await reasonOf({}), 'bounce');
  assert.equal(await reasonOf({ Subject: 'Automatisch antwoord: x' }), 'auto_reply');
});

test('a reply has its thread, and only its new lines have labels', async () => {
  const headers = { 'In-Reply-To': '<2@x>', References: '<1@x>\r\n <2@x>', Cc: 'Copy@Example.org' };
  const raw = mailOf(
    { ...headers, 'Delivered-To': 'one@example.org', 'X-Original-To': 'two@example.org' },
    'Naam: Els\n\nOp 3 mei 2026 schreef Jan <jan@example.com>:\n> ok\nPlaats: Ede',
  );
  const { sent, newText, threadIds, messageId, recipients } = await readMail(raw);
  assert.deepEqual(threadIds, ['<1@x>', '<2@x>']);
  assert.equal(messageId, '<1@example.com>');
  assert.equal(newText, 'Naam: Els');
  assert.deepEqual(sent?.labels, { Naam: 'Els' });
  assert.deepEqual(recipients.toSorted(), [
    'copy@example.org',
    'leads@example.org',
    'one@example.org',
    'two@example.org',
  ]);
});

function partOf(type: string, bytes: Uint8Array, more = 'attachment; filename="a.jpg"'): string {
  const head = `Content-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: ${more}`;
  return `--x\r\n${head}\r\n\r\n${Buffer.from(bytes).toString('base64')}\r\n`;
}

test('attached pictures are kept, and decoration is not', async () => {
  const photo = new Uint8Array(20_000).fill(7);
  const body =
    `--x\r\nContent-Type: text/plain\r\n\r\nHello\r\n` +
    partOf('image/jpeg', photo.subarray(0, 100)) +
    partOf('image/png', photo, 'inline; filename="b.png"') +
    partOf('image/png', photo.subarray(0, 100), 'inline; filename="logo.png"') +
    partOf('application/octet-stream', photo.subarray(0, 5), 'attachment; filename="c.HEIC"') +
    partOf('application/pdf', photo, 'attachment; filename="d.pdf"') +
    '--x--\r\n';
  const raw = mailOf({ 'Content-Type': 'multipart/mixed; boundary=x' }, body);
  const { pictures, sent } = await readMail(raw);
  assert.deepEqual(
    pictures.map(({ name, contentType, bytes }) => [name, contentType, bytes.length]),
    [
      ['a.jpg', 'image/jpeg', 100],
      ['b.png', 'image/png', 20_000],
      ['c.HEIC', 'application/octet-stream', 5],
    ],
  );
  assert.equal(sent?.text, 'Hello');
});

function nestedParts(depth: number): string {
  return Array.from(
    { length: depth },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
  ).join('');
}

const bombs: [what: string, raw: Uint8Array][] = [
  ['nothing', new Uint8Array()],
  ['bytes without a header', Buffer.from([0, 255, 10, 10, 13])],
  ['parts in parts', Buffer.from(`From: a@b.c\r\n${nestedParts(60)}`)],
  [
    'too many parts',
    mailOf({ 'Content-Type': 'multipart/mixed; boundary=x' }, '--x\r\n\r\n'.repeat(3_000)),
  ],
  ['too many lines', mailOf({}, `${'x'.repeat(60)}\n`.repeat(500_001))],
  ['too many short lines', mailOf({}, '\n'.repeat(60_000))],
  ['a header without end', mailOf({ Subject: 'x'.repeat(300_000) }, '')],
  ['too many headers', Buffer.from('X: y\r\n'.repeat(100_000))],
];

for (const [what, raw] of bombs) {
  test(`${what} is unreadable`, { timeout: 20_000 }, async () => {
    const { heldReason, sent } = await readMail(raw);
    assert.equal(heldReason, 'unreadable');
    assert.equal(sent, null);
  });
}

const big = ['<', '<a "', '<td>', '&', ' ', 'a:b\n', '> ', '=', '\u00e9', '(', '"'];

for (const piece of big) {
  test(`a megabyte of ${JSON.stringify(piece)} is read quickly`, { timeout: 20_000 }, async () => {
    const body = piece.repeat(1_000_000 / piece.length);
    const parts = `--x\r\nContent-Type: text/plain\r\n\r\n${body}\r\n--x\r\nContent-Type: text/html\r\n\r\n${body}\r\n--x--`;
    for (const raw of [
      mailOf({ 'Content-Type': 'text/html' }, body),
      mailOf({ 'Content-Type': 'multipart/mixed; boundary=x' }, parts),
      mailOf({ To: body.slice(0, 200_000).replaceAll('\n', ' ') }, ''),
    ]) {
      const { sent } = await readMail(raw);
      assert.ok((sent?.text.length ?? 0) <= 100_000);
    }
  });
}

const whole = Buffer.from(
  mailOf(
    { 'Content-Type': 'multipart/mixed; boundary=x' },
    `--x\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<table><tr><td>Naam</td><td>J\u00e9</td></tr></table>\r\n${partOf('image/jpeg', new Uint8Array(50))}--x--\r\n`,
  ),
);
const mangled = fc
  .tuple(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255))), fc.nat(whole.length))
  .map(([changes, end]) => {
    const bytes = Buffer.from(whole);
    for (const [at, byte] of changes) bytes[at] = byte;
    return new Uint8Array(bytes.subarray(0, end));
  });

test('any bytes are read, and the result can be stored', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), mangled), async (raw) => {
      const { sent, heldReason } = await readMail(raw);
      assert.equal(sent === null, heldReason === 'unreadable');
      const stored = JSON.stringify(sent);
      assert.deepEqual(JSON.parse(stored), sent);
      assert.ok(!stored.includes('\\u0000') && !/[^\\](?:\\\\)*\\ud[89a-f]/.test(stored));
      const lead = leadFromSent(channel, sent);
      const fields = readLeadSubmission(lead).messages?.map(({ field }) => field) ?? [];
      assert.deepEqual(
        fields.filter((field) => field !== 'customerName'),
        [],
      );
    }),
    { numRuns: 1_000 },
  );
});
