// A mailbox as a form has it, and as a URL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mailboxIn, mailboxUrl } from '../../web/src/pages/settings/channels/mailbox-url.ts';

test('every part is encoded, and read back without the password', () => {
  const mailbox = {
    server: 'mail.example.com:1993',
    user: 'jan@example.com',
    password: 'a/b@c:?#',
    folder: 'INBOX/Leads & more',
    search: '',
  };
  const url = mailboxUrl(mailbox)!;
  assert.equal(
    url,
    'imaps://jan%40example.com:a%2Fb%40c%3A%3F%23@mail.example.com:1993/INBOX/Leads%20%26%20more',
  );
  assert.equal(decodeURIComponent(URL.parse(url)!.password), mailbox.password);
  assert.deepEqual(mailboxIn(url), { ...mailbox, password: '' });
});

test('without a server there is no mailbox, and imap:// is kept', () => {
  assert.equal(mailboxUrl({ ...mailboxIn(null), server: ' ' }), null);
  const plain = 'imap://jan:x@localhost:1143/INBOX';
  assert.equal(mailboxUrl({ ...mailboxIn(plain), password: 'x' }), plain);
});

test('what happens to the mails stays as it was set', () => {
  const url = 'imaps://jan:x@mail.example.com/INBOX?after=seen';
  assert.equal(mailboxUrl({ ...mailboxIn(url), password: 'x' }), url);
});
