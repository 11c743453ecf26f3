// Posts to forms of websites without a backend.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formPostsPerMinuteMax, heldPostsPerMinuteMax } from '#contract/limits.ts';
import { call, type CallOptions, listAll } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  asBrowser,
  asScript,
  formType,
  makeChannel,
  multipart,
  newVisitor,
  person,
  postForm,
  provedVisit,
  visitAgo,
} from '../support/forms.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const website = 'https://www.example.com';

await withEachServer('forms', (server) => {
  const form = (settings: object = {}) => makeChannel(server, { type: 'form', ...settings });

  for (const [type, rawBody] of [
    ['application/x-www-form-urlencoded', new URLSearchParams(person).toString()],
    ['application/json', JSON.stringify(person)],
    ['application/json; charset=utf-8', JSON.stringify(person)],
    ['text/plain', new URLSearchParams(person).toString()],
  ] as const) {
    test(`a post of ${type} is a lead`, async () => {
      const channel = await form();
      const headers = newVisitor({ 'content-type': type, ...asScript });
      const answer = await call(server, channel.path, { rawBody, headers });
      assert.equal(answer.status, 201, answer.text);
      assert.deepEqual(answer.body, { status: 'received' });
      const [lead, ...others] = await channel.leads();
      assert.equal(others.length, 0);
      assert.equal(lead.customer.name, person.customerName);
      assert.equal(lead.description, person.description);
      const [intake] = await channel.intakes();
      assert.deepEqual([intake.state, intake.workItemId], ['lead', lead.id]);
    });
  }

  test('photos of a post become photos of the lead', async () => {
    const channel = await form();
    const bytes = await makePicture('png');
    const { rawBody, headers } = multipart(person, [
      { field: 'photos', name: 'dak "één".png', type: 'image/png', bytes },
      { field: 'photos', name: 'brief.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') },
      { field: 'photos', name: '', type: 'application/octet-stream', bytes: Buffer.alloc(0) },
    ]);
    const answer = await call(server, channel.path, {
      rawBody,
      headers: newVisitor({ ...headers, ...asScript }),
    });
    assert.equal(answer.status, 201, answer.text);
    const [{ id }] = await channel.leads();
    const photos = async () =>
      (await call(server, `/v1/api/work-items/${id}/photos`, { key: channel.key })).body.data;
    await eventually(async () =>
      (await photos()).every(({ status }: { status: string }) => status !== 'pending'),
    );
    assert.deepEqual(
      (await photos()).map(({ status, error, width }: Record<string, unknown>) => [
        status,
        error,
        width,
      ]),
      [
        ['stored', null, 64],
        ['failed', 'not_an_image', null],
      ],
    );
  });

  test('a browser is sent to the thank-you page of the service or of the channel', async () => {
    const channel = await form();
    const own = await postForm(
      server,
      channel,
      person,
      newVisitor({ ...asBrowser, 'accept-language': 'en-GB,nl;q=0.5' }),
    );
    assert.equal(own.status, 303, own.text);
    const thanks = new URL(own.headers.get('location')!, new URL(channel.path, server.url));
    assert.equal(`${thanks.pathname}${thanks.search}`, `/f/${channel.id}/thanks?lang=en`);
    await channel.change({ thanksUrl: `${website}/bedankt?van=form\r\nx-evil: 1` });
    const fields = { ...person, description: 'Iets anders', vw_lang: 'nl', next: 'https://evil' };
    const other = await postForm(server, channel, fields, newVisitor(asBrowser));
    assert.equal(other.status, 303);
    assert.equal(other.headers.get('location'), `${website}/bedankt?van=formx-evil:%201`);
    assert.equal(other.headers.get('x-evil'), null);
  });

  test('a refused post shows the form again, and its correction replaces it', async () => {
    const channel = await form();
    const fields = { ...person, customerName: '', email: '<b>@', vw_lang: 'nl' };
    const visitor = newVisitor(asBrowser);
    const refused = await postForm(server, channel, fields, visitor);
    assert.equal(refused.status, 400);
    assert.match(refused.headers.get('content-type')!, /^text\/html/);
    assert.match(refused.headers.get('content-security-policy')!, /default-src 'none'/);
    assert.ok(refused.text.includes('Lekkage') && !refused.text.includes('<b>'), refused.text);
    const states = async () => (await channel.intakes()).map(({ state }) => state);
    assert.deepEqual(await states(), ['refused']);
    const vw_visit = visitIn(refused.text);
    await eventually(async () => {
      const corrected = await postForm(server, channel, { ...person, vw_visit }, newVisitor());
      assert.equal(corrected.status, 303, corrected.text);
      return (await states()).includes('lead');
    });
    assert.ok(!(await states()).includes('refused'));
  });

  test('a correction replaces nothing that it does not have', async () => {
    const channel = await form();
    const refusals = [
      await postForm(server, channel, { ...person, customerName: '', dakvorm: 'plat' }),
      await call(server, channel.path, photoPost({ ...person, customerName: '' })),
    ];
    for (const [index, refused] of refusals.entries()) {
      assert.equal(refused.status, 400);
      const vw_visit = visitIn(refused.text);
      const description = `Lekkage ${index}`;
      const isLead = async () => (await channel.intakes('&state=lead')).length > index;
      await eventually(async () => {
        await postForm(server, channel, { ...person, description, vw_visit });
        return isLead();
      });
    }
    assert.equal((await channel.intakes('&state=refused')).length, 2);
  });

  test('a script gets the messages of the API', async () => {
    const channel = await form();
    const answer = await postForm(
      server,
      channel,
      { ...person, customerName: '', street: 'x'.repeat(201) },
      newVisitor(asScript),
    );
    assertRefused(answer, 'customerName', 'street');
    const [intake] = await channel.intakes('&state=refused');
    assert.deepEqual(intake.message, answer.body.message);
  });

  test('a double click is one lead', async () => {
    const channel = await form();
    const visitor = newVisitor();
    const proved = { ...person, ...(await provedVisit(server, channel)) };
    const clicks = [person, person, person, proved, proved, person, proved];
    const answers = await Promise.all(
      clicks.map((fields) => postForm(server, channel, fields, visitor)),
    );
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
    const later = await postForm(server, channel, proved, newVisitor());
    assert.equal(later.status, 303);
    assert.equal((await channel.leads()).length, 2);
    assert.equal((await channel.intakes()).length, 2);
  });

  test('what looks like spam is held, and its sender learns nothing', async () => {
    const channel = await form({ origins: [website] });
    const spent = await provedVisit(server, channel);
    await postForm(server, channel, { ...person, ...spent });
    const wrongProof = Buffer.from(spent.vw_proof, 'base64')
      .toString()
      .replace(/(?<="derivedKey":")./, (digit) => (digit === '0' ? '1' : '0'));
    const posts: [reason: string, fields: Record<string, string>, headers?: object][] = [
      ['honeypot', { vw_website: 'https://spam.example' }],
      ['too_fast', { vw_visit: await visitAgo(server, channel.id, 500) }],
      ['proof_reused', { vw_proof: spent.vw_proof, description: 'Iets anders' }],
      ['proof_invalid', { vw_proof: Buffer.from(wrongProof).toString('base64') }],
      ['proof_invalid', { vw_proof: 'e30=' }],
      ['proof_invalid', { vw_proof: '!'.repeat(10_000) }],
      ['other_site', {}, { origin: 'https://spam.example' }],
    ];
    for (const [reason, fields, headers] of posts) {
      const answer = await postForm(
        server,
        channel,
        { ...person, ...fields },
        newVisitor({ ...asScript, ...headers }),
      );
      assert.equal(answer.status, 201, `${reason}: ${answer.text}`);
      assert.deepEqual(answer.body, { status: 'received' });
      const [latest] = await channel.intakes();
      assert.deepEqual([latest.state, latest.reason], ['held', reason]);
    }
    assert.equal((await channel.leads()).length, 1);
  });

  test('a visitor who goes back and corrects a lead makes another, within the allowance', async () => {
    const channel = await form();
    const visit = await provedVisit(server, channel);
    for (let number = 0; number < 7; number++) {
      const fields = { ...person, ...visit, description: `${number}` };
      for (let click = 0; click < 2; click++) {
        assert.equal((await postForm(server, channel, fields)).status, 303);
      }
    }
    assert.equal((await channel.leads()).length, 6);
    const [held, ...others] = await channel.intakes('&state=held');
    assert.deepEqual([held.reason, others], ['proof_reused', []]);
  });

  test('an address with a final slash is the same form', async () => {
    const channel = await form({ origins: [website] });
    const path = `${channel.path}/`;
    const { headers } = await postForm(server, { path }, person);
    const thanks = new URL(headers.get('location')!, new URL(path, server.url));
    assert.equal(thanks.pathname, `/f/${channel.id}/thanks`);
    const refused = await postForm(server, { path }, { ...person, customerName: '' });
    assert.ok(refused.text.includes(`action="../${channel.id}"`));
    const shown = await fetch(`${server.url}${path}?lang=nl`);
    assert.deepEqual([shown.status, shown.url], [200, `${server.url}${channel.path}?lang=nl`]);
    const asked = { method: 'OPTIONS', headers: newVisitor({ origin: website }) };
    assert.equal((await call(server, path, asked)).status, 204);
  });

  test('a post with several people is held', async () => {
    const channel = await form();
    const people = ['Jan', 'Piet'].map((name) => ({ name, email: 'x@example.com' }));
    const answer = await call(server, channel.path, { body: people, headers: newVisitor() });
    assert.equal(answer.status, 201);
    const [{ state, reason }] = await channel.intakes();
    assert.deepEqual([state, reason], ['held', 'several_leads']);
  });

  test('posts from the listed websites and from the form’s own page are leads', async () => {
    const channel = await form({ origins: [website] });
    const headers = [
      { origin: website },
      { origin: new URL(server.url).origin },
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      {},
    ];
    for (const [index, more] of headers.entries()) {
      const fields = { ...person, description: `Lekkage ${index}` };
      await postForm(server, channel, fields, newVisitor(more));
    }
    assert.equal((await channel.leads()).length, headers.length);
  });

  test('without JavaScript a few an hour are leads, and the next are held', async () => {
    const channel = await form();
    for (let number = 1; number <= 7; number++) {
      const answer = await postForm(server, channel, { ...person, description: `${number}` });
      assert.equal(answer.status, 303);
    }
    assert.equal((await channel.leads()).length, 5);
    const held = await channel.intakes('&state=held');
    assert.deepEqual(
      held.map(({ reason }) => reason),
      ['no_proof', 'no_proof'],
    );
    const proved = { ...person, ...(await provedVisit(server, channel)) };
    await postForm(server, channel, proved);
    assert.equal((await channel.leads()).length, 6);
  });

  test('a proof of another channel, or of before the secret changed, is no proof', async () => {
    const [channel, other] = [await form(), await form()];
    const { vw_proof } = await provedVisit(server, other);
    await postForm(server, channel, { ...person, vw_proof });
    const [{ state, reason }] = await channel.intakes();
    assert.deepEqual([state, reason], ['held', 'proof_invalid']);
    const payload = JSON.parse(Buffer.from(vw_proof, 'base64').toString());
    payload.challenge.signature = '0'.repeat(payload.challenge.signature.length);
    const forged = Buffer.from(JSON.stringify(payload)).toString('base64');
    await postForm(server, channel, { ...person, vw_proof: forged });
    assert.equal((await channel.leads()).length, 1);
  });

  test('CORS is for the websites of the channel', async () => {
    const channel = await form({ origins: [website] });
    const origins = [website, 'https://evil.example'];
    const preflight = { 'access-control-request-method': 'POST' };
    for (const origin of origins) {
      const allowed = origin === website ? website : null;
      const asked = await call(server, channel.path, {
        method: 'OPTIONS',
        headers: newVisitor({ origin, ...preflight }),
      });
      assert.equal(asked.status, 204, asked.text);
      assert.equal(asked.headers.get('access-control-allow-origin'), allowed);
      const challenge = await call(server, `/f/${channel.id}/challenge`, {
        headers: newVisitor({ origin }),
      });
      assert.equal(challenge.status, 200);
      assert.equal(challenge.headers.get('access-control-allow-origin'), allowed);
      const headers = newVisitor({ origin, 'sec-fetch-mode': 'cors' });
      const refused = await postForm(server, channel, { email: 'x' }, headers);
      assert.equal(refused.headers.get('access-control-allow-origin'), allowed);
      assert.equal(refused.status, origin === website ? 400 : 201);
      assert.match(refused.headers.get('vary')!, /origin/);
    }
  });

  test('the posts of an address are held after some, then refused, and the sender is told', async () => {
    const channel = await form({ origins: [website] });
    const visitor = newVisitor({ ...asScript, origin: website });
    for (let number = 0; number < heldPostsPerMinuteMax; number++) {
      const fields = { ...person, description: `${number}` };
      assert.equal((await postForm(server, channel, fields, visitor)).status, 201);
    }
    const refused = await postForm(server, channel, { description: 'more' }, visitor);
    assertError(refused, 429, 'rate_limited');
    assert.equal(refused.headers.get('access-control-allow-origin'), website);
    const seconds = Number(refused.headers.get('retry-after'));
    assert.ok(seconds > 0 && seconds <= 60, `${seconds}`);
    const { accept } = asBrowser;
    const page = await postForm(server, channel, person, { ...visitor, accept });
    assert.equal(page.status, 429);
    assert.match(page.headers.get('content-type')!, /^text\/html/);
    assert.equal((await postForm(server, channel, person)).status, 303);
    const intakes = await channel.intakes();
    assert.equal(intakes.length, heldPostsPerMinuteMax + 1);
    const many = intakes.filter(({ reason }) => reason === 'too_many');
    assert.equal(many.length, heldPostsPerMinuteMax - formPostsPerMinuteMax);
  });

  test('the work of a proof rises with the posts', async () => {
    const channel = await form();
    const visitor = newVisitor();
    const { body } = await call(server, `/f/${channel.id}/challenge`, { headers: visitor });
    const { algorithm, cost, data, expiresAt } = body.challenge.parameters;
    assert.deepEqual([algorithm, cost, data], ['PBKDF2/SHA-256', 5000, { channelId: channel.id }]);
    assert.ok(expiresAt * 1000 - Date.now() > 29 * 60_000);
  });

  test('a form of the test side makes test leads', async () => {
    const me = await signInAs(server);
    const testKey = await server.createKey({ brandId: me.brandId, isTest: true });
    const choice = { brandId: me.brandId, isTest: true };
    const side = await me.call('/v1/app/session/brand', { body: choice });
    assert.equal(side.status, 200, side.text);
    const channel = await makeChannel(server, { type: 'form' }, me);
    await postForm(server, channel, person);
    assert.equal((await channel.leads()).length, 0);
    assert.equal((await listAll(server, testKey, '/v1/api/leads')).length, 1);
  });

  test('what came in is of its brand only', async () => {
    const [one, other] = [await form(), await form()];
    await postForm(server, one, person);
    assert.equal((await other.leads()).length, 0);
    assert.deepEqual(await listAll(server, other.key, `/v1/api/intakes?channelId=${one.id}`), []);
    const [{ id }] = await one.intakes();
    assertError(await call(server, `/v1/api/intakes/${id}`, { key: other.key }), 404);
  });

  test('unknown and removed forms are 404, as a page or as JSON', async () => {
    const channel = await form();
    await channel.me.call(`/v1/app/channels/${channel.id}`, { method: 'DELETE' });
    const paths = [channel.path, `/f/${crypto.randomUUID()}`, '/f/%00', "/f/' or 1", '/f/x%0d%0a'];
    for (const path of paths) {
      assertError(await postForm(server, { path }, person, newVisitor(asScript)), 404);
      const page = await postForm(server, { path }, person, newVisitor(asBrowser));
      assert.equal(page.status, 404);
      assert.match(page.headers.get('content-type')!, /^text\/html/);
      assertError(await call(server, `${path}/challenge`, { headers: newVisitor() }), 404);
    }
  });

  test('a body that is too large is refused before it is read', async () => {
    const channel = await form();
    const headers = { ...formType, ...newVisitor(asScript) };
    const rawBody = `description=${'x'.repeat(1024 * 1024)}`;
    assertError(await call(server, channel.path, { rawBody, headers }), 413);
    const chunked = await fetch(`${server.url}${channel.path}`, {
      method: 'POST',
      headers,
      body: new Blob([rawBody]).stream(),
      duplex: 'half',
    } as RequestInit);
    assert.equal(chunked.status, 413);
    assert.deepEqual(await channel.intakes(), []);
  });
});

function visitIn(page: string): string {
  const [, visit = ''] = /name="vw_visit"[^>]*value="([^"]+)"/.exec(page) ?? [];
  assert.notEqual(visit, '');
  return visit;
}

function photoPost(fields: Record<string, string>): CallOptions {
  const photo = { field: 'photos', name: 'a.jpg', type: 'image/jpeg', bytes: Buffer.alloc(9) };
  const { rawBody, headers } = multipart(fields, [photo]);
  return { rawBody, headers: newVisitor(headers) };
}
