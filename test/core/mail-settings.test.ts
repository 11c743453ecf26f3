import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMailSettings } from '#core/accounts/mail-settings.ts';
import { disabledWebhookMail, invitationMail, passwordMail } from '#core/accounts/mail-texts.ts';

const rest = { MAIL_FROM: 'Vakwerk <hello@example.com>', PUBLIC_URL: 'https://a.example' };
const plain = { isTls: false, user: null, from: rest.MAIL_FROM };

const right: [url: string, settings: object][] = [
  ['smtp://mail.example.com', { ...plain, host: 'mail.example.com', port: 587 }],
  ['smtp://127.0.0.1:2525/', { ...plain, host: '127.0.0.1', port: 2525 }],
  ['smtp://[::1]:25', { ...plain, host: '::1', port: 25 }],
  ['smtps://mail.example.com', { ...plain, host: 'mail.example.com', port: 465, isTls: true }],
  [
    'smtps://piet%40example.com:p%3A%2Fss@mail.example.com:4465',
    {
      ...plain,
      host: 'mail.example.com',
      port: 4465,
      isTls: true,
      user: { name: 'piet@example.com', password: 'p:/ss' },
    },
  ],
];
for (const [url, settings] of right) {
  test(`${url} is accepted`, () => {
    assert.deepEqual(readMailSettings({ ...rest, SMTP_URL: url }), { settings });
  });
}

test('without a mail server no other mail setting is required', () => {
  for (const env of [{}, { SMTP_URL: '' }, { MAIL_FROM: 'x' }]) {
    assert.deepEqual(readMailSettings(env), { settings: null });
  }
});

const secret = 'smtps://user:secret@mail.example.com';
const wrong: [env: Record<string, string>, refusal: RegExp][] = [
  [{ SMTP_URL: 'mail.example.com' }, /^SMTP_URL must be an address/],
  [{ SMTP_URL: 'https://user:secret@mail.example.com' }, /^SMTP_URL must be an address/],
  [{ SMTP_URL: `${secret}/path` }, /^SMTP_URL must be an address/],
  [{ SMTP_URL: `${secret}?a=b` }, /^SMTP_URL must be an address/],
  [{ SMTP_URL: 'smtp://user:secret%zz@a.example' }, /percent-encoded/],
  [{ SMTP_URL: secret, MAIL_FROM: '' }, /^MAIL_FROM must be/],
  [{ SMTP_URL: secret, MAIL_FROM: 'Vakwerk' }, /^MAIL_FROM must be/],
  [{ SMTP_URL: secret, MAIL_FROM: 'a@b.nl\r\nBcc: c@d.nl' }, /^MAIL_FROM must be/],
  [{ SMTP_URL: secret, MAIL_FROM: 'A\n<a@b.nl>' }, /^MAIL_FROM must be/],
  [{ SMTP_URL: secret, PUBLIC_URL: '' }, /^PUBLIC_URL must be set/],
];
for (const [env, expected] of wrong) {
  test(`${JSON.stringify(env)} is refused, and the password not repeated`, () => {
    const { refusal = '' } = readMailSettings({ ...rest, ...env }) as { refusal?: string };
    assert.match(refusal, expected);
    assert.doesNotMatch(refusal, /secret/);
  });
}

test('a name with a line break cannot inject a header', () => {
  const mail = { brandName: 'A\r\nBcc: b@c.nl\u2028x\u0000', url: 'https://a.example/welcome/x' };
  for (const language of ['nl', 'en'] as const) {
    const { subject, text } = invitationMail(language, mail);
    assert.doesNotMatch(subject, /\p{Cc}|\u2028/u);
    assert.ok(text.includes(`\n\n${mail.url}\n\n`));
    assert.ok(passwordMail(language, mail).text.includes(`\n\n${mail.url}\n\n`));
  }
});

const names: [name: string, written: string][] = [
  ['https://evil.example', 'https: //evil. example'],
  ['evil.example/x', 'evil. example/x'],
  ['Jansen www.evil.example', 'Jansen www. evil. example'],
  ['mailto:boss@evil.example', 'mailto: boss@evil. example'],
  ['http://2130706433/x', 'http: //2130706433/x'],
  ['evil。example', 'evil。 example'],
  ['evil\u200b.\u00adexample', 'evil. example'],
  ['пример.рф', 'пример. рф'],
  ['x.xn--p1ai', 'x. xn--p1ai'],
  ['Jansen & Zn. B.V.', 'Jansen & Zn. B.V.'],
  ['J.P. de Vries: 24/7 loodgieter', 'J.P. de Vries: 24/7 loodgieter'],
];
for (const [name, written] of names) {
  test(`the name ${JSON.stringify(name)} is not turned into a link in a mail`, () => {
    const url = 'https://a.example/welcome/x';
    for (const language of ['nl', 'en'] as const) {
      const mails = [
        invitationMail(language, { brandName: name, url }),
        disabledWebhookMail(language, {
          brandName: name,
          name,
          reason: 'gone',
          url,
        }),
      ];
      for (const { subject, text } of mails) {
        assert.ok(subject.endsWith(` ${written}`), subject);
        const own = text.replace(url, '');
        assert.ok(own.includes(written), own);
        assert.doesNotMatch(own, /\p{L}:\S|\.\p{L}{2}/u);
      }
    }
  });
}
