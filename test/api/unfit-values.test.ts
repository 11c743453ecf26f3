// A mistyped phone number or e-mail address is never dropped while the visitor is thanked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownFormMark } from '#core/intakes/lead-from-sent.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  asBrowser,
  asScript,
  makeChannel,
  newVisitor,
  person,
  postForm,
} from '../support/forms.ts';
import { assertRefused } from '../support/shapes.ts';

const ownPage = { ...person, [ownFormMark]: '1' };

await withEachServer('unfit values', (server) => {
  const form = (settings: object = {}) => makeChannel(server, { type: 'form', ...settings });

  test('a visitor who can be reached is thanked, and the lead has the other words', async () => {
    const channel = await form();
    const fields = {
      naam: 'Ria',
      telefoon: '06-99998888',
      email: 'ria.example.nl',
      bericht: 'Lek',
    };
    assert.equal((await postForm(server, channel, fields)).status, 303);
    const [lead] = await channel.leads();
    assert.equal(lead.description, 'Lek\n\nemail: ria.example.nl');
  });

  test('a visitor who cannot be reached is told, in their language', async () => {
    const channel = await form();
    for (const [fields, text] of [
      [{ email: 'ria.example.nl' }, /Vul een volledig e-mailadres in/],
      [{ telefoon: 'bel na 5' }, /Vul een telefoonnummer met cijfers in/],
    ] as const) {
      const sent = { naam: 'Ria', bericht: 'Lek', vw_lang: 'nl', ...fields };
      const refused = await postForm(server, channel, sent, newVisitor(asBrowser));
      assert.equal(refused.status, 400);
      assert.match(refused.text, text);
      assert.ok(refused.text.includes(Object.values(fields)[0]!));
    }
    assert.deepEqual(await channel.leads(), []);
    const rerun = await channel.me.call(`/v1/app/channels/${channel.id}/rerun`, { method: 'POST' });
    assert.deepEqual(rerun.body, { created: 0, refused: 2, left: false }, rerun.text);
    assert.equal((await channel.intakes('&state=refused')).length, 2);
  });

  test('a hook is refused too', async () => {
    const hook = await makeChannel(server, { type: 'hook' });
    const body = { name: 'Ria', email: 'ria.example.nl', message: 'Lek' };
    assertRefused(await call(server, hook.path, { body }), 'email');
    assert.equal(
      (await call(server, hook.path, { body: { ...body, phone: '0612345678' } })).status,
      200,
    );
  });

  test('the own page is read to the letter', async () => {
    const channel = await form();
    const script = () => newVisitor(asScript);
    const mistyped = { ...ownPage, email: 'ria.example.nl' };
    assertRefused(await postForm(server, channel, mistyped, script()), 'email');
    const odd = { ...ownPage, email: 'ria@example.nl', phone: 'bel na 5' };
    assertRefused(await postForm(server, channel, odd, script()), 'phone');
    assert.equal((await postForm(server, channel, ownPage, script())).status, 201);
  });

  test('what the form requires is required by the server', async () => {
    const fields = ['customerName', 'phone', 'description', 'photos', 'city'].map((field) => ({
      field,
      isRequired: field !== 'city',
      label: null,
    }));
    const channel = await form({ fields });
    const sent = { ...ownPage, phone: '  ', description: '', vw_lang: 'nl' };
    const refused = await postForm(server, channel, sent, newVisitor(asScript));
    assertRefused(refused, 'phone', 'description', 'photos');
    const page = await postForm(server, channel, sent, newVisitor(asBrowser));
    assert.equal(page.status, 400);
    for (const text of ['Vul uw telefoonnummer in', 'Kies minstens één foto']) {
      assert.ok(page.text.includes(text), page.text);
    }
    // A form of one's own may leave out what the page asks for.
    assert.equal((await postForm(server, channel, { ...person, phone: '' })).status, 303);
  });
});
