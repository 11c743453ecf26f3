// The channels of a brand, and what waits for a person, in the web app.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { channelsPerBrandMax } from '#contract/limits.ts';
import type { ChannelRecord } from '#core/records.ts';
import { call, createLead, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { signInAs, type SignedIn } from '../support/sign-in.ts';
import { assertError, assertRefused } from '../support/shapes.ts';

const channels = '/v1/app/channels';

await withEachServer('channels', (server) => {
  const made = async (me: SignedIn, body: object) => {
    const answer = await me.call(channels, { body });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };

  test('an owner creates one of each type, and reads them back', async () => {
    const me = await signInAs(server);
    const form = await made(me, {
      type: 'form',
      name: 'Website',
      origins: ['https://example.com/'],
      colour: '#0b6e4f',
    });
    assert.match(form.url, new RegExp(`/f/${form.id}$`));
    assert.deepEqual(form.origins, ['https://example.com']);
    const hook = await made(me, {
      type: 'hook',
      name: 'Portal',
      map: { customerName: ['first', 'last'], source: { value: 'other' } },
    });
    assert.match(hook.url, /\/in\/[0-9A-Za-z]{40}$/);
    assert.deepEqual(hook.map, { customerName: ['first', 'last'], source: { value: 'other' } });
    const mail = await made(me, {
      type: 'mail',
      name: 'Mailbox',
      mailboxUrl: 'imaps://jan:secret@mail.example.com/INBOX',
    });
    assert.equal(mail.url, null);
    assert.ok(!JSON.stringify(mail).includes('secret@'));
    const { body } = await me.call(channels);
    assert.deepEqual(
      body.data.map(({ id }: { id: string }) => id),
      [form.id, hook.id, mail.id],
    );
    const { figures } = body.data[0];
    assert.deepEqual(
      [figures.lastIntakeAt, figures.warning, figures.weeks.length],
      [null, null, 5],
    );
  });

  test('a brand has a bounded number', async () => {
    const me = await signInAs(server);
    const first = await made(me, { type: 'form', name: 'First' });
    await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        const [row] = await trx.all<ChannelRecord>(
          `select brand_id as "brandId", version, type, name, settings, created_at as "createdAt"
            from channels where id = ?`,
          first.id,
        );
        const none = { mailboxUrl: null, mailboxError: null, createdBy: null, deletedAt: null };
        const many = Array.from({ length: channelsPerBrandMax - 1 }, () => {
          const id = randomUUID();
          return { ...row!, ...none, dropped: 0, id, address: id };
        });
        await trx.insertRows('channels', many);
      }),
    );
    const body = { type: 'form', name: 'One too many' };
    assertError(await me.call(channels, { body }), 409, 'channels_full');
  });

  test('settings are changed, and those of other types refused', async () => {
    const me = await signInAs(server);
    const { id } = await made(me, { type: 'hook', name: 'Portal' });
    const at = `${channels}/${id}`;
    const body = { name: 'Other', responseStatus: 202, portal: 'typeform' };
    const changed = await me.call(at, { method: 'PATCH', body });
    assert.equal(changed.status, 200, changed.text);
    assert.deepEqual(
      [changed.body.name, changed.body.responseStatus, changed.body.portal],
      ['Other', 202, 'typeform'],
    );
    const wrong: [field: string, value: unknown][] = [
      ['map.customername', { customername: 'x' }],
      ['map.title', { title: 'a..b' }],
      ['portal', 'nobody'],
      ['responseStatus', 500],
      ['origins', ['https://example.com']],
      ['thanksUrl', 'https://example.com'],
      ['colour', '#0b6e4f'],
      ['type', 'form'],
    ];
    for (const [field, value] of wrong) {
      const sent = { [field.replace(/\..*/, '')]: value };
      assertRefused(await me.call(at, { method: 'PATCH', body: sent }), field);
    }
    const form = await made(me, { type: 'form', name: 'Website' });
    const wrongForForms: [field: string, value: unknown][] = [
      ['origins', ['https://example.com/path']],
      ['origins', ['example.com']],
      ['thanksUrl', 'javascript:alert(1)'],
      ['colour', 'green'],
      ['logo', 'data:image/svg+xml;base64,AAAA'],
      ['fields', [{ field: 'nothing' }]],
      ['fields', [{ field: 'email' }, { field: 'email' }]],
    ];
    for (const [field, value] of wrongForForms) {
      const body = { [field]: value };
      assertRefused(await me.call(`${channels}/${form.id}`, { method: 'PATCH', body }), field);
    }
  });

  test('a mailbox that is sent back as it was shown keeps its password', async () => {
    const me = await signInAs(server);
    const mailboxUrl = 'imaps://jan:secret@mail.example.com/INBOX';
    const { id, mailboxUrl: shown } = await made(me, { type: 'mail', name: 'Mail', mailboxUrl });
    assert.equal(shown, 'imaps://jan:***@mail.example.com/INBOX');
    const stored = async () => {
      const row = await server.withDatabase((db) =>
        db.first<{ url: string }>('select mailbox_url as url from channels where id = ?', id),
      );
      return row!.url;
    };
    const patch = (body: object) =>
      me.call(`${channels}/${id}`, { method: 'PATCH', body: { name: 'Other', ...body } });
    await patch({ mailboxUrl: shown });
    assert.equal(await stored(), mailboxUrl);
    await patch({ mailboxUrl: 'imaps://jan:other@mail.example.com/INBOX' });
    assert.match(await stored(), /jan:other@/);
  });

  test('a new address replaces the old one, and a removed channel is gone', async () => {
    const me = await signInAs(server);
    const hook = await made(me, { type: 'hook', name: 'Portal' });
    const renewed = await me.call(`${channels}/${hook.id}/new-address`, { method: 'POST' });
    assert.equal(renewed.status, 200, renewed.text);
    assert.notEqual(renewed.body.url, hook.url);
    const removed = await me.call(`${channels}/${hook.id}`, { method: 'DELETE' });
    assert.equal(removed.status, 204);
    assertError(await me.call(`${channels}/${hook.id}`), 404);
    assert.deepEqual((await me.call(channels)).body.data, []);
  });

  test('members and other brands have no access', async () => {
    const owner = await signInAs(server);
    const { id } = await made(owner, { type: 'form', name: 'Website' });
    const member = await signInAs(server, { brandId: owner.brandId, role: 'member' });
    const stranger = await signInAs(server);
    assertError(await member.call(channels), 403);
    assertError(await stranger.call(`${channels}/${id}`), 404);
    assertError(await stranger.call(`${channels}/${id}`, { method: 'DELETE' }), 404);
  });
});

await withEachServer('what waits for a person', (server) => {
  test('a lead found by phone with another name is doubtful, until somebody settles it', async () => {
    const me = await signInAs(server);
    const { brandId } = me;
    const key = await server.createKey({ brandId });
    const phone = '06 1234 5678';
    await createLead(server, key, { customerName: 'Jan Jansen', phone });
    const doubtful = await createLead(server, key, { customerName: 'Piet Smit', phone });
    await createLead(server, key, { customerName: 'Jan Jansen', phone });
    assert.deepEqual((await me.call('/v1/app/tray')).body, {
      intakes: 0,
      duplicates: 0,
      doubtful: 1,
      channels: [],
      intakeDays: 30,
    });
    const { data } = (await me.call('/v1/app/doubtful-leads')).body;
    assert.equal(data.length, 1);
    assert.equal(data[0].otherName, 'Piet Smit');
    assert.equal(data[0].workItem.id, doubtful.body.id);
    assert.equal(data[0].workItem.customer.name, 'Jan Jansen');
    const settle = `/v1/app/doubtful-leads/${doubtful.body.id}/settle`;
    const settled = await me.call(settle, { body: { isSettled: true } });
    assert.equal(settled.status, 204, settled.text);
    assert.deepEqual((await me.call('/v1/app/doubtful-leads')).body.data, []);
    assertError(await me.call(settle, { body: { isSettled: true } }), 404);
    assert.equal((await me.call(settle, { body: { isSettled: false } })).status, 204);
    assert.equal((await me.call('/v1/app/tray')).body.doubtful, 1);
  });

  test('what a person answered about a name is not asked again', async () => {
    const me = await signInAs(server);
    const key = await server.createKey({ brandId: me.brandId });
    const phone = '06 1234 5678';
    const waiting = async () => (await me.call('/v1/app/tray')).body.doubtful;
    await createLead(server, key, { customerName: 'Jan Jansen', phone });
    const { body: wife } = await createLead(server, key, { customerName: 'Anna Jansen', phone });
    await createLead(server, key, { customerName: 'Anna Jansen', phone });
    assert.equal(await waiting(), 2);
    const settle = (id: string, isSettled: boolean) =>
      me.call(`/v1/app/doubtful-leads/${id}/settle`, { body: { isSettled } });
    await settle(wife.id, true);
    await createLead(server, key, { customerName: 'ANNA  Jansen', phone });
    assert.equal(await waiting(), 1);
    await createLead(server, key, { customerName: 'Piet Smit', phone });
    assert.equal(await waiting(), 2);

    const other = '06 8765 4321';
    await createLead(server, key, { customerName: 'Kees Bos', phone: other });
    await createLead(server, key, { customerName: 'Anna Jansen', phone: other });
    assert.equal(await waiting(), 3);
    await settle(wife.id, false);
    await createLead(server, key, { customerName: 'Anna Jansen', phone });
    assert.equal(await waiting(), 5);
  });

  test('doubtful leads are paged, newest first', async () => {
    const me = await signInAs(server);
    const key = await server.createKey({ brandId: me.brandId });
    const phone = '06 1234 5678';
    const send = async (customerName: string) =>
      (await createLead(server, key, { customerName, phone })).body.id;
    await send('Jan Jansen');
    const sent: string[] = [];
    for (const name of ['Anna', 'Bert', 'Carl', 'Dora', 'Emma']) sent.unshift(await send(name));
    const shown: string[] = [];
    let path: string | undefined = '/v1/app/doubtful-leads?limit=2';
    for (let pages = 0; path !== undefined; pages++) {
      const { body, headers } = await me.call(path);
      assert.equal(body.limit, 2);
      shown.push(...body.data.map(({ workItem }: { workItem: { id: string } }) => workItem.id));
      // Shifts no page.
      if (pages === 0) await send('Fred');
      path = nextLinkOf(headers);
    }
    assert.deepEqual(shown, sent);
    assertRefused(await me.call('/v1/app/doubtful-leads?cursor=x'), 'cursor');
    assertRefused(await me.call('/v1/app/doubtful-leads?sort=name'), 'sort');
  });

  test('someone else is no possible duplicate of the customer', async () => {
    const me = await signInAs(server);
    const key = await server.createKey({ brandId: me.brandId });
    const phone = '06 1234 5678';
    const first = await createLead(server, key, { customerName: 'Jan Jansen', phone });
    const { body: doubtful } = await createLead(server, key, { customerName: 'Piet Smit', phone });
    const moved = await me.call(`/v1/api/work-items/${doubtful.id}`, {
      method: 'PATCH',
      headers: { 'if-match': '*' },
      body: { customerId: null },
    });
    assert.equal(moved.status, 200, moved.text);
    const pairs = async () => (await me.call('/v1/app/duplicates')).body.data.length;
    assert.equal(await pairs(), 1);
    const path = `/v1/app/doubtful-leads/${doubtful.id}/settle`;
    const customerIds = [first.body.customerId, moved.body.customerId];
    const settled = await me.call(path, { body: { isSettled: true, customerIds } });
    assert.equal(settled.status, 204, settled.text);
    assert.equal(await pairs(), 0);
    const waiting = async () => (await me.call('/v1/app/tray')).body.doubtful;
    // A phone number leads to the oldest customer, but the answer is known.
    const later = await createLead(server, key, { customerName: 'PIET  Smit', phone });
    assert.equal(later.body.customerId, first.body.customerId);
    assert.match(later.body.notes, /PIET\s+Smit/);
    assert.equal(await waiting(), 0);
    await createLead(server, key, { customerName: 'Anna Smit', phone });
    assert.equal(await waiting(), 1);
    await me.call(path, { body: { isSettled: false, customerIds } });
    assert.equal(await pairs(), 1);
    assertRefused(
      await me.call(path, { body: { isSettled: true, customerIds: ['x'] } }),
      'customerIds',
    );
  });

  test('a channel that refuses most of what comes in is named, also with spam after it', async () => {
    const me = await signInAs(server);
    const hook = (await me.call(channels, { body: { type: 'hook', name: 'Portal' } })).body;
    const { pathname } = new URL(hook.url);
    for (let n = 0; n < 4; n++) await call(server, pathname, { body: { wrong: n } });
    const patch = { method: 'PATCH', body: { secret: 'k' } } as const;
    assert.equal((await me.call(`${channels}/${hook.id}`, patch)).status, 200);
    for (let n = 0; n < 51; n++) await call(server, pathname, { body: { spam: n } });
    const { body } = await me.call('/v1/app/tray');
    const [{ lastIntakeAt, ...warned }, ...others] = body.channels;
    assert.deepEqual(warned, { id: hook.id, name: 'Portal', warning: 'refusing' });
    assert.match(lastIntakeAt, /^\d{4}-/);
    assert.deepEqual(others, []);
    assert.equal(body.intakes, 55);
  });

  test('customers that were told apart are not suggested as one person again', async () => {
    const me = await signInAs(server);
    const key = await server.createKey({ brandId: me.brandId });
    const place = { postalCode: '3511 LN', city: 'Utrecht', streetNumber: '1' };
    const customerName = 'Anna de Vries';
    const one = await createLead(server, key, { customerName, ...place, email: 'a@example.com' });
    const two = await createLead(server, key, { customerName, ...place, email: 'b@example.com' });
    const pairs = async () => (await me.call('/v1/app/duplicates')).body.data.length;
    assert.equal(await pairs(), 1);
    const body = { customerIds: [two.body.customerId, one.body.customerId] };
    const apart = await me.call('/v1/app/duplicates/distinct', { body });
    assert.equal(apart.status, 204, apart.text);
    assert.equal(await pairs(), 0);
    assert.equal((await me.call('/v1/app/tray')).body.duplicates, 0);
    await me.call('/v1/app/duplicates/not-distinct', { body });
    assert.equal(await pairs(), 1);
    assertRefused(
      await me.call('/v1/app/duplicates/distinct', { body: { customerIds: [] } }),
      'customerIds',
    );
  });
});
