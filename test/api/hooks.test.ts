// Posts of portals, ad forms and automations to the secret URL of a hook.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  formType,
  makeChannel,
  multipart,
  newVisitor,
  type TestChannel,
} from '../support/forms.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

// The portal, its sample and what it says.
const samples: [portal: string, sample: string, lead: Record<string, string>][] = [
  [
    'google-ads',
    'google-ads',
    { name: 'Fictie Voorbeeld', title: 'What do you need: Roof repair' },
  ],
  ['angi', 'angi', { name: 'Fiona Fictional', title: 'Clean Gutters and Downspouts' }],
  ['meta', 'meta-zapier', { name: 'Fictie Voorbeeld', title: 'Welk dak heeft u?: Plat dak' }],
  ['typeform', 'typeform', { name: 'Laura', title: "It's an old house with a flat roof." }],
  ['tally', 'tally', { name: 'Fictie Voorbeeld', title: 'Dakgoot vervangen' }],
  ['jotform', 'jotform', { name: 'Fictie Voorbeeld', title: 'Lekkage bij de schoorsteen' }],
];

function sampleOf(name: string): string {
  return readFileSync(new URL(`../support/portal-samples/${name}.json`, import.meta.url), 'utf8');
}

await withEachServer('hooks', (server) => {
  const hook = (settings: object = {}) =>
    makeChannel(server, { type: 'hook', name: 'Portal', ...settings });
  const post = (
    { path }: Pick<TestChannel, 'path'>,
    body: unknown,
    headers: Record<string, string> = newVisitor(),
  ) => call(server, path, { body, headers });
  const lead = { name: 'Jan Jansen', email: 'jan.hook@example.com', message: 'Lekkage' };

  for (const [portal, sample, { name, title }] of samples) {
    test(`the sample of ${portal} becomes a lead`, async () => {
      const channel = await hook({ portal });
      const rawBody = sampleOf(sample);
      const answer = await call(server, channel.path, { rawBody, headers: newVisitor() });
      assert.equal(answer.status, 200, answer.text);
      assert.deepEqual(answer.body, { status: 'received' });
      const [found] = await channel.leads();
      assert.deepEqual([found.customer.name, found.title], [name, title]);
      const [{ id }] = await channel.intakes();
      const intake = await call(server, `/v1/api/intakes/${id}`, { key: channel.key });
      assert.equal(intake.body.body, rawBody);
      assert.deepEqual(intake.body.sent, JSON.parse(rawBody));
    });
  }

  test('forms and files are taken in too, whatever the content type says', async () => {
    const channel = await hook();
    const fields = new URLSearchParams(lead).toString();
    const { rawBody, headers } = multipart(lead, [
      { field: 'file', name: 'dak.jpg', type: 'image/jpeg', bytes: await makePicture('jpeg') },
    ]);
    const posts = [
      { rawBody: fields, headers: formType },
      { rawBody: `${fields}&x=1`, headers: { 'content-type': 'text/plain' } },
      { rawBody: JSON.stringify({ ...lead, y: 2 }), headers: { 'content-type': 'text/html' } },
      { rawBody: JSON.stringify([lead]), headers: { 'content-type': 'x;;/' } },
      { rawBody, headers },
    ];
    for (const { rawBody, headers } of posts) {
      const answer = await call(server, channel.path, { rawBody, headers: newVisitor(headers) });
      assert.equal(answer.status, 200, answer.text);
    }
    const leads = await channel.leads();
    assert.equal(leads.length, posts.length);
    assert.deepEqual(new Set(leads.map(({ customer }) => customer.email)), new Set([lead.email]));
    await eventually(async () => {
      const photos = `/v1/api/work-items/${leads[0].id}/photos`;
      const { data } = (await call(server, photos, { key: channel.key })).body;
      return data[0].status === 'stored';
    });
  });

  test('a portal that sends the same again gets the same answer, and makes no other lead', async () => {
    const channel = await hook();
    const answers = await Promise.all([1, 2, 3].map(() => post(channel, lead)));
    for (const { status } of answers) assert.equal(status, 200);
    await post(channel, { message: lead.message, email: lead.email, name: lead.name });
    assert.equal((await post({ path: `${channel.path}/` }, lead)).status, 200);
    assert.equal((await channel.leads()).length, 1);
    assert.equal((await channel.intakes()).length, 1);
  });

  test('each lead of a post becomes one, also when some are refused or come again', async () => {
    const channel = await hook({ secret: 'k' });
    const people = ['Jan', 'Piet', ''].map((name) => ({
      ...lead,
      name,
      email: `x${name}@example.com`,
    }));
    const body = { key: 'k', leads: people };
    for (let time = 1; time <= 2; time++) {
      assertRefused(await post(channel, body), 'customerName');
      const intakes = await channel.intakes();
      assert.deepEqual(intakes.map((one) => [one.state, one.lead.email]).toSorted(), [
        ['lead', 'xJan@example.com'],
        ['lead', 'xPiet@example.com'],
        ['refused', 'x@example.com'],
      ]);
    }
    assert.equal((await channel.leads()).length, 2);
    const [{ id }] = await channel.intakes('&state=refused');
    const { body: refused } = await call(server, `/v1/api/intakes/${id}`, { key: channel.key });
    assert.deepEqual(refused.sent, { key: 'k', leads: [people[2]] });
    assert.equal(refused.body, JSON.stringify(refused.sent));
  });

  test('what may be several leads is held as a whole, also when it is taken in again', async () => {
    const channel = await hook({ secret: 'k' });
    const body = { email: 'office@example.com', leads: [lead, { ...lead, name: 'Piet' }] };
    const bodies = [
      { ...body, key: 'k' },
      { ...body, key: 'late' },
    ];
    for (const one of bodies) assert.equal((await post(channel, one)).status, 200);
    const reasons = async () => (await channel.intakes('&state=held')).map(({ reason }) => reason);
    assert.deepEqual(await reasons(), ['secret_wrong', 'several_leads']);
    await channel.change({ secret: 'late' });
    await channel.me.call(`/v1/app/channels/${channel.id}/rerun`, { method: 'POST' });
    assert.deepEqual(await reasons(), ['several_leads', 'several_leads']);
    assert.equal((await channel.leads()).length, 0);
  });

  test('a refusal names the fields, unless the portal insists on another answer', async () => {
    const channel = await hook();
    assertRefused(await post(channel, { email: lead.email }), 'customerName');
    await channel.change({ responseStatus: 202, responseBody: '{"ok":true}' });
    const refused = await post(channel, { message: 'x' });
    assert.deepEqual([refused.status, refused.body], [202, { ok: true }]);
    const taken = await post(channel, lead);
    assert.deepEqual([taken.status, taken.body], [202, { ok: true }]);
    await channel.change({ responseStatus: 200, responseBody: 'OK <b>' });
    const text = await post(channel, { ...lead, message: 'again' });
    assert.deepEqual([text.status, text.text], [200, 'OK <b>']);
    assert.equal(text.headers.get('content-type'), 'text/plain; charset=utf-8');
    const states = (await channel.intakes()).map(({ state }) => state);
    assert.deepEqual(states.toSorted(), ['lead', 'lead', 'refused', 'refused']);
  });

  test('a body without the secret is held', async () => {
    const channel = await hook({ portal: 'google-ads', secret: 'fictional-key' });
    const rawBody = sampleOf('google-ads');
    for (const key of ['fictional-key', 'fictional-kez']) {
      const body = rawBody.replace('fictional-key', key);
      const answer = await call(server, channel.path, { rawBody: body, headers: newVisitor() });
      assert.equal(answer.status, 200, answer.text);
    }
    assert.equal((await channel.leads()).length, 1);
    const [held] = await channel.intakes('&state=held');
    assert.equal(held.reason, 'secret_wrong');
  });

  test('taking in again checks the secret of now', async () => {
    const channel = await hook({ secret: 'first-key' });
    for (const key of ['forged-key', 'second-key']) {
      assert.equal((await post(channel, { ...lead, message: key, key })).status, 200);
    }
    const rerun = async () =>
      (await channel.me.call(`/v1/app/channels/${channel.id}/rerun`, { method: 'POST' })).body;
    assert.deepEqual(await rerun(), { created: 0, refused: 0, left: false });
    await channel.change({ secret: 'second-key' });
    assert.deepEqual(await rerun(), { created: 1, refused: 0, left: false });
    assert.deepEqual(
      (await channel.leads()).map(({ description }) => description),
      ['second-key'],
    );
    const [forged] = await channel.intakes('&state=held');
    assert.equal(forged.reason, 'secret_wrong');
  });

  test('what cannot be read is held with its bytes', async () => {
    const channel = await hook();
    const bytes = Buffer.from([0, 0xff, 0xfe, 0x80, 1, 2, 3]);
    const headers = newVisitor({ 'content-type': 'application/octet-stream' });
    assert.equal((await call(server, channel.path, { rawBody: bytes, headers })).status, 200);
    const gzip = { 'content-encoding': 'gzip', ...newVisitor() };
    assert.equal((await call(server, channel.path, { rawBody: bytes, headers: gzip })).status, 200);
    const [{ id, reason }] = await channel.intakes();
    assert.equal(reason, 'unreadable');
    const { body } = await call(server, `/v1/api/intakes/${id}`, { key: channel.key });
    assert.deepEqual(
      [body.bodyEncoding, Buffer.from(body.body, 'base64')],
      ['base64', Buffer.from(bytes)],
    );
  });

  test('50 refused intakes become leads with their own times after the map was mended', async () => {
    const channel = await hook({ map: { customerName: 'wrong.path', title: 'subject' } });
    const bodyOf = (number: number) => ({
      who: { first: 'Jan', last: `Jansen ${number}` },
      subject: `Job ${number}`,
    });
    for (let number = 0; number < 50; number++) {
      assertRefused(await post(channel, bodyOf(number)), 'customerName');
    }
    const refused = await channel.intakes('&state=refused');
    assert.equal(refused.length, 50);
    const map = { customerName: ['who.first', 'who.last'], title: 'subject' };
    await channel.change({ map });
    // The portal tried one of them again meanwhile.
    await post(channel, bodyOf(7));
    const rerun = await channel.me.call(`/v1/app/channels/${channel.id}/rerun`, { method: 'POST' });
    assert.deepEqual(rerun.body, { created: 49, refused: 0, left: false });
    const leads = await channel.leads();
    assert.equal(leads.length, 50);
    // And another one afterwards.
    assert.equal((await post(channel, bodyOf(8))).status, 200);
    assert.equal((await channel.leads()).length, 50);
    const intakes = await channel.intakes('&state=lead');
    assert.equal(intakes.length, 50);
    for (const { workItemId, receivedAt, lead } of intakes) {
      const made = leads.find(({ id }) => id === workItemId);
      assert.deepEqual(
        [made.receivedAt, made.customer.name, made.title],
        [receivedAt, lead.customerName, lead.title],
      );
    }
    const times = (list: { receivedAt: string }[]) => list.map((one) => one.receivedAt).toSorted();
    assert.equal(
      times(refused).filter((time) => times(leads).includes(time)).length >= 49,
      true,
      'the times of the refused intakes',
    );
  });

  test('the token is needed in full, and is not logged', async () => {
    const channel = await hook();
    const token = channel.path.slice('/in/'.length);
    for (const path of ['/in/', '/in/x', `/in/${token.slice(1)}`, `/in/${token}x`, '/in/%00']) {
      assertError(await post({ path }, lead), 404);
    }
    assertError(await call(server, channel.path, { headers: newVisitor() }), 405);
    const renewed = await channel.me.call(`/v1/app/channels/${channel.id}/new-address`, {
      method: 'POST',
    });
    assertError(await post(channel, lead), 404);
    const path = new URL(renewed.body.url, server.url).pathname;
    assert.equal((await post({ path }, lead)).status, 200);
    for (const secret of [token, path.slice('/in/'.length), lead.email]) {
      const line = server
        .output()
        .split('\n')
        .find((one) => one.includes(secret));
      assert.equal(line, undefined);
    }
  });
});
