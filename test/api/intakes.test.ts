// What came in and waits for a person: read, accepted with corrections, discarded and restored by the API.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Scope } from '#contract/scopes.ts';
import { type Answer, call, createLead, listAll, nextLinkOf } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { makeChannel, newVisitor, type TestChannel } from '../support/forms.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const intakes = '/v1/api/intakes';

await withEachServer('intakes', (server) => {
  const hook = (settings: object = {}) =>
    makeChannel(server, { type: 'hook', name: 'Portal', ...settings });
  const post = ({ path }: TestChannel, body: object) =>
    call(server, path, { body, headers: newVisitor() });
  const refusedLead = { phone: '06 1234 5678', message: 'Leaking tap' };

  /** A hook with a refused intake. */
  const refused = async (settings: object = {}) => {
    const channel = await hook(settings);
    assertRefused(await post(channel, refusedLead), 'customerName');
    const [intake] = await channel.intakes();
    const at = `${intakes}/${intake.id}`;
    const decide = (decision: string, body?: object) =>
      call(server, `${at}/${decision}`, {
        key: channel.key,
        method: 'POST',
        ...(body && { body }),
      });
    return {
      channel,
      intake,
      at,
      decide,
      read: () => call(server, at, { key: channel.key }),
    };
  };

  test('a refused one says why, and is read with its body', async () => {
    const { channel, intake, read } = await refused();
    assert.deepEqual(
      [intake.channelId, intake.source, intake.state, intake.reason, intake.workItemId],
      [channel.id, 'hook', 'refused', null, null],
    );
    assert.deepEqual(
      [intake.message, intake.errorCode, intake.errorDetails],
      [
        ['customerName is required: send a non-empty string'],
        'validation_failed',
        '"customerName";rule=required',
      ],
    );
    assert.equal(intake.lead.phone, refusedLead.phone);
    assert.ok(!('body' in intake));
    const whole = (await read()).body;
    assert.deepEqual(
      [whole.body, whole.bodyEncoding, whole.contentType, whole.sent, whole.files],
      [JSON.stringify(refusedLead), 'utf8', 'application/json', refusedLead, []],
    );
  });

  test('corrections are merged, and the lead has the time of the intake', async () => {
    const { channel, intake, decide, read } = await refused();
    const wrong = { customerName: 'Jan Jansen', email: 'jan' };
    assertRefused(await decide('accept', wrong), 'email');
    assert.equal((await read()).body.state, 'refused');

    const corrections = { customerName: 'Jan Jansen', phone: null, unknown: 1 };
    const made = await decide('accept', corrections);
    assert.equal(made.status, 201, made.text);
    assert.equal(made.headers.get('location'), `/v1/api/work-items/${made.body.id}`);
    assert.deepEqual(
      [made.body.receivedAt, made.body.title, made.body.source],
      [intake.receivedAt, 'Leaking tap', 'web'],
    );
    const [lead, ...others] = await channel.leads();
    assert.deepEqual([lead.customer.name, lead.customer.phone, others], ['Jan Jansen', '', []]);
    const after = (await read()).body;
    assert.deepEqual([after.state, after.workItemId], ['lead', lead.id]);
    const submission = `/v1/api/work-items/${lead.id}/submission`;
    const { text } = await call(server, submission, { key: channel.key });
    assert.ok(text.includes(refusedLead.phone), text);

    const again = await decide('accept', corrections);
    assertError(again, 409, 'intake_is_lead');
    assert.equal(
      again.headers.get('error-details'),
      `intake_is_lead;id=${JSON.stringify(lead.id)}`,
    );
    assertError(await decide('discard'), 409, 'intake_is_lead');
    assert.equal((await channel.leads()).length, 1);
  });

  test('accepted several times at once, it is one lead', async () => {
    const { channel, decide } = await refused();
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => decide('accept', { customerName: `Jan ${number}` })),
    );
    assert.equal((await channel.leads()).length, 1);
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertError(answer, 409);
      const code = answer.headers.get('error-code');
      assert.ok(['intake_is_lead', 'intake_in_progress'].includes(code!), code!);
    }
  });

  test('a held one is accepted without a body', async () => {
    const channel = await hook({ secret: 'shibboleth' });
    const sent = await post(channel, { name: 'Jan Jansen', message: 'Roof' });
    assert.deepEqual([sent.status, sent.body], [200, { status: 'received' }]);
    assert.deepEqual(await channel.leads(), []);
    const [intake] = await channel.intakes('&state=held');
    assert.deepEqual([intake.reason, intake.message], ['secret_wrong', null]);
    const accept = `${intakes}/${intake.id}/accept`;
    const made = await call(server, accept, { key: channel.key, method: 'POST' });
    assert.equal(made.status, 201, made.text);
    assert.equal((await channel.leads())[0].title, 'Roof');
  });

  test('a discarded one is restored as it was', async () => {
    const { channel, decide } = await refused();
    assertError(await decide('restore'), 409, 'intake_not_discarded');
    assert.equal((await decide('discard')).body.state, 'discarded');
    assert.equal((await decide('discard')).status, 200, 'a retry is safe');
    assert.deepEqual(await channel.intakes('&state=refused,held'), []);
    assert.equal((await channel.intakes('&state=discarded')).length, 1);
    const corrected = { customerName: 'Jan Jansen' };
    assertError(await decide('accept', corrected), 409, 'intake_discarded');
    assert.equal((await decide('restore')).body.state, 'refused');
    assert.equal((await decide('accept', corrected)).status, 201);
  });

  test('a refused lead of the API is one too', async () => {
    const { channel } = await refused();
    const sent = { titel: 'Leaking tap', email: 'jan@example.com' };
    assertError(await call(server, '/v1/api/leads', { key: channel.key, body: sent }), 400);
    await createLead(server, channel.key);
    const listed = () => listAll(server, channel.key, `${intakes}?source=api`);
    // It is stored with the request log, a moment after the answer.
    await eventually(async () => (await listed()).length === 1);
    const [intake] = await listed();
    assert.deepEqual([intake.state, intake.channelId], ['refused', null]);
    const body = { customerName: 'Jan', title: 'Leaking tap', titel: null };
    const accept = `${intakes}/${intake.id}/accept`;
    const made = await call(server, accept, { key: channel.key, body });
    assert.equal(made.status, 201, made.text);
    assert.equal(made.body.receivedAt, intake.receivedAt);
  });

  test('the list is filtered and paged', async () => {
    const { channel, intake } = await refused();
    const { key } = channel;
    await post(channel, { ...refusedLead, message: 'Roof' });
    await post(channel, { ...refusedLead, name: 'Jan Jansen' });
    const other = await makeChannel(server, { type: 'hook', name: 'Other' }, channel.me);
    await post(other, refusedLead);
    const statesOf = async (query: string) =>
      (await listAll(server, key, `${intakes}?${query}`)).map(({ state }) => state);
    assert.deepEqual(await statesOf('limit=1'), ['refused', 'lead', 'refused', 'refused']);
    assert.deepEqual(await statesOf('state=lead'), ['lead']);
    assert.deepEqual(await statesOf('state=lead&state=held'), ['lead']);
    assert.deepEqual(await statesOf('source=hook,form&limit=2'), [
      'refused',
      'lead',
      'refused',
      'refused',
    ]);
    assert.deepEqual(await statesOf('source=mail'), []);
    assert.deepEqual(await statesOf(`channelId=${other.id}`), ['refused']);
    const time = encodeURIComponent(intake.receivedAt);
    assert.equal((await statesOf(`since=${time}`)).length, 4);
    assert.deepEqual(await statesOf(`before=${time}`), []);

    const page = await call(server, `${intakes}?limit=2`, { key });
    assert.deepEqual([page.body.data.length, page.body.limit], [2, 2]);
    const next = nextLinkOf(page.headers)!;
    const foreign = next.replace('limit=2', 'limit=2&state=lead');
    assertError(await call(server, foreign, { key }), 400);
    for (const query of ['state=other', 'source=fax', 'since=today', 'nonsense=1', 'limit=0']) {
      assertError(await call(server, `${intakes}?${query}`, { key }), 400);
    }
  });

  test('other brands, and keys without the scope or personal data, have no access', async () => {
    const { channel, at, read } = await refused();
    const { brandId } = channel.me;
    const stranger = await server.createKey();
    assert.ok(!(await listAll(server, stranger, intakes)).some(({ id }) => at.endsWith(id)));
    const all = ['', '/accept', '/discard', '/restore'];
    const each = (key: string): Promise<Answer>[] =>
      all.map((path) => call(server, at + path, { key, ...(path && { method: 'POST' }) }));
    for (const answer of await Promise.all(each(stranger))) assertError(answer, 404, 'not_found');
    const scoped = (...scopes: Scope[]) => server.createKey({ brandId, scopes });
    const [reading, ...writing] = await Promise.all(each(await scoped('leads:read')));
    assert.equal(reading!.status, 200);
    for (const answer of writing) assertError(answer, 403, 'scope_missing');
    assertError(await call(server, intakes, { key: await scoped('leads:write') }), 403);
    const scopes: Scope[] = ['leads:read', 'leads:write'];
    const impersonal = await server.createKey({ brandId, isImpersonal: true, scopes });
    for (const answer of await Promise.all(each(impersonal))) {
      assertError(answer, 403, 'personal_data_not_allowed');
    }
    assert.equal((await read()).body.state, 'refused');
  });

  test('the feed tells of held and refused ones', async () => {
    const { channel, intake } = await refused({ secret: null });
    await channel.change({ secret: 'shibboleth' });
    await post(channel, { name: 'Jan Jansen' });
    const feed = (key: string) => listAll(server, key, '/v1/api/events?after=0');
    const told = (await feed(channel.key)).filter(({ type }) => type.startsWith('intake.'));
    assert.deepEqual(
      told.map(({ type }) => type),
      ['intake.refused', 'intake.held'],
    );
    assert.equal(told[0].subjectId, intake.id);
    assert.deepEqual(told[0].data, intake);
    const { brandId } = channel.me;
    const jobs = await server.createKey({ brandId, scopes: ['work-items:read'] });
    assert.ok(!(await feed(jobs)).some(({ type }) => type.startsWith('intake.')));
  });
});
