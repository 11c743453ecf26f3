// Jobs as a calendar feed behind a secret link. Own servers: they log everything.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Answer, call, createLead } from '../support/call.ts';
import { assertErrorCode } from '../support/shapes.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { type ReadJob, readCalendarText } from '../support/read-calendar.ts';
import type { TestServer } from '../support/server.ts';
import { signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';
import { eventually } from '../support/within.ts';

const dayMs = 24 * 60 * 60 * 1000;
const linksMax = 100;

withEachDatabase('a calendar', (start) => {
  let server: TestServer;
  before(async () => {
    server = await start({ env: { LOG_LEVEL: 'trace' } });
  });
  after(() => server?.stop());

  const makeLink = (key: string, name = 'Phone') =>
    call(server, '/v1/api/calendar-links', { key, body: { name } });
  const patch = (key: string, id: string, body: object) =>
    call(server, `/v1/api/work-items/${id}`, { key, method: 'PATCH', body });

  /** A brand with a calendar link. */
  async function newBrand(country = 'NL') {
    const { id: brandId } = await server.createBrand({ name: 'Bakker, Smid & Co', country });
    const key = await server.createKey({ brandId });
    const link = (await makeLink(key)).body;
    const read = (headers: Record<string, string> = {}) => call(server, link.url, { headers });
    const jobs = async () => readCalendarText((await read()).text).jobs;
    return { brandId, key, link, read, jobs };
  }

  async function newJob(key: string, plan: object, lead: object = {}) {
    const { body } = await createLead(server, key, { ...lead });
    const job = await patch(key, body.id, { status: 'scheduled', ...plan });
    assert.equal(job.status, 200, job.text);
    return job.body;
  }

  // Fixed once, so that the minute cannot change halfway.
  const now = Math.floor(Date.now() / 60_000) * 60_000;
  const soon = (days = 1) => new Date(now + days * dayMs);
  const only = (jobs: ReadJob[]) => {
    assert.equal(jobs.length, 1, JSON.stringify(jobs));
    return jobs[0]!;
  };

  test('has the brand’s planned jobs, no leads and no other brand’s jobs', async () => {
    const brand = await newBrand();
    const other = await newBrand();
    await createLead(server, brand.key, { title: 'Only a lead' });
    await newJob(other.key, { scheduledStart: soon().toISOString() });
    const scheduledStart = soon(2).toISOString();
    const scheduledEnd = new Date(soon(2).getTime() + 5_400_000).toISOString();
    const job = await newJob(
      brand.key,
      { scheduledStart, scheduledEnd },
      {
        title: 'Geiser; lekt, al',
        customerName: 'Jan Jansen',
        phone: '+31 6 12345678',
        street: 'Oudegracht',
        streetNumber: '12',
        city: 'Utrecht',
        description: 'Ring twice',
      },
    );
    const answer = await brand.read();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/calendar; charset=utf-8');
    assert.equal(answer.headers.get('cache-control'), 'private, no-cache');
    const { zone, clock: _, ...read } = only(readCalendarText(answer.text).jobs);
    assert.equal(zone, 'Europe/Amsterdam');
    assert.deepEqual(read, {
      uid: `${job.id}@vakwerk`,
      start: scheduledStart,
      end: scheduledEnd,
      sequence: read.sequence,
      status: 'CONFIRMED',
      summary: 'Geiser; lekt, al — Jan Jansen',
      location: 'Oudegracht 12, Utrecht',
      description: 'Jan Jansen\n+31 6 12345678\n\nRing twice',
      geo: null,
      url: null,
    });
  });

  test('a job keeps its uid and raises its sequence when it changes', async () => {
    const { key, jobs } = await newBrand();
    const { id } = await newJob(key, { scheduledStart: soon().toISOString() });
    const first = only(await jobs());
    await patch(key, id, { title: 'Moved', scheduledStart: soon(3).toISOString() });
    const second = only(await jobs());
    assert.equal(second.uid, first.uid);
    assert.ok(second.sequence > first.sequence);
    assert.equal(second.start, soon(3).toISOString());
    assert.match(second.summary, /^Moved/);
  });

  describe('marks a cancelled job', () => {
    const ways: Record<string, (key: string, id: string) => Promise<unknown>> = {
      'when it is cancelled': (key, id) => patch(key, id, { status: 'cancelled' }),
      'when it is deleted': (key, id) =>
        call(server, `/v1/api/work-items/${id}`, { key, method: 'DELETE' }),
      'when its plan is withdrawn': (key, id) =>
        patch(key, id, { status: 'pending', scheduledStart: null, scheduledEnd: null }),
    };
    for (const [name, callOff] of Object.entries(ways)) {
      test(name, async () => {
        const { key, jobs } = await newBrand();
        const scheduledStart = soon().toISOString();
        const { id } = await newJob(key, { scheduledStart });
        const planned = only(await jobs());
        await callOff(key, id);
        // On PostgreSQL events are numbered shortly after the change.
        await eventually(async () => (await jobs()).length === 1);
        const off = only(await jobs());
        assert.deepEqual(
          [off.uid, off.start, off.status],
          [planned.uid, scheduledStart, 'CANCELLED'],
        );
        assert.ok(off.sequence > planned.sequence);
      });
    }

    test('and a reopened one', async () => {
      const { key, jobs } = await newBrand();
      const { id } = await newJob(key, { scheduledStart: soon().toISOString() });
      await patch(key, id, { status: 'pending', scheduledStart: null });
      await patch(key, id, { status: 'scheduled', scheduledStart: soon(5).toISOString() });
      const on = only(await jobs());
      assert.deepEqual([on.status, on.start], ['CONFIRMED', soon(5).toISOString()]);
    });

    test('for thirty days', async () => {
      const { key, jobs } = await newBrand();
      const { id } = await newJob(key, { scheduledStart: soon().toISOString() });
      await changeWorkItem(server, id, { deletedAt: Date.now() - 31 * dayMs });
      assert.deepEqual(await jobs(), []);
    });
  });

  test('reaches from three months back to two years ahead', async () => {
    const { key, jobs } = await newBrand();
    const days = [-91, -89, 0.01, 729, 731];
    for (const day of days) {
      const { id } = await newJob(
        key,
        { scheduledStart: soon().toISOString() },
        { title: `${day}` },
      );
      await changeWorkItem(server, id, { scheduledStart: soon(day).getTime() });
    }
    const titles = (await jobs()).map(({ summary }) => summary.split(' ')[0]);
    assert.deepEqual(titles, ['-89', '0.01', '729']);
  });

  test('is in the brand’s time zone', async () => {
    const portuguese = await newBrand('PT');
    await newJob(portuguese.key, { scheduledStart: soon().toISOString() });
    assert.equal(only(await portuguese.jobs()).zone, 'Europe/Lisbon');
    await server.withDatabase((db) =>
      db.run(`update brands set time_zone = 'Atlantic/Azores' where id = ?`, portuguese.brandId),
    );
    const moved = only(await portuguese.jobs());
    assert.deepEqual([moved.zone, moved.start], ['Atlantic/Azores', soon().toISOString()]);
  });

  test('gets 304 while unchanged', async () => {
    const { key, read } = await newBrand();
    const { id } = await newJob(key, { scheduledStart: soon().toISOString() });
    const first = await read();
    const etag = first.headers.get('etag')!;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read({ 'if-none-match': tag });
      assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
    }
    await patch(key, id, { title: 'New' });
    const changed = await read({ 'if-none-match': etag });
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), etag);
  });

  describe('links', () => {
    test('are created, listed without their URL, and revoked', async () => {
      const { key, link, read, brandId } = await newBrand();
      const { url, ...listed } = link;
      assert.match(new URL(url).pathname, /^\/v1\/calendar\/[0-9A-Za-z]{40}\.ics$/);
      assert.equal(new URL(url).origin, new URL(server.url).origin);
      assert.deepEqual([listed.name, listed.memberId, listed.createdBy], ['Phone', null, null]);
      const list = await call(server, '/v1/api/calendar-links', { key });
      assert.deepEqual(list.body, { data: [listed], limit: linksMax });
      const token = /(\w{40})\.ics/.exec(url)![1]!;
      const stored = await server.withDatabase((db) =>
        db.all('select * from calendar_links where brand_id = ?', brandId),
      );
      assert.ok(!JSON.stringify(stored).includes(token));

      assert.equal((await read()).status, 200);
      const path = `/v1/api/calendar-links/${link.id}`;
      const foreign = await server.createKey();
      assert.equal((await call(server, path, { key: foreign, method: 'DELETE' })).status, 404);
      assert.equal((await read()).status, 200);
      const revoked = await call(server, path, { key, method: 'DELETE' });
      assert.deepEqual([revoked.status, revoked.text], [204, '']);
      assert.equal((await call(server, path, { key, method: 'DELETE' })).status, 404);
      const gone = await read();
      assert.deepEqual(
        [gone.status, gone.body.message],
        [404, 'There is no calendar at this address'],
      );
      assert.deepEqual((await call(server, '/v1/api/calendar-links', { key })).body.data, []);
    });

    test('are for full keys', async () => {
      const { brandId, link } = await newBrand();
      const key = await server.createKey({ brandId, scopes: ['work-items:read', 'leads:write'] });
      const answers = [
        await makeLink(key),
        await call(server, '/v1/api/calendar-links', { key }),
        await call(server, `/v1/api/calendar-links/${link.id}`, { key, method: 'DELETE' }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [403, 403, 403],
      );
    });

    test('belong to a member, are managed by owners too, and end with the membership', async () => {
      const owner = await signInAs(server);
      const asMember = { brandId: owner.brandId, role: 'member' } as const;
      const piet = await signInAs(server, asMember);
      const kees = await signInAs(server, asMember);
      const path = '/v1/api/calendar-links';
      const made = await piet.call(path, { body: { name: 'Piet’s phone' } });
      assert.equal(made.status, 201, made.text);
      const { url, ...link } = made.body;
      assert.deepEqual([link.memberId, link.createdBy], [piet.accountId, piet.accountId]);
      await owner.call(path, { body: { name: 'Office' } });

      const namesSeenBy = async (member: typeof owner) =>
        (await member.call(path)).body.data.map(({ name }: { name: string }) => name);
      assert.deepEqual(await namesSeenBy(piet), ['Piet’s phone']);
      assert.deepEqual(await namesSeenBy(kees), []);
      assert.deepEqual(await namesSeenBy(owner), ['Piet’s phone', 'Office']);
      const revoke = (member: typeof owner) =>
        member.call(`${path}/${link.id}`, { method: 'DELETE' });
      assert.equal((await revoke(kees)).status, 404);

      const read = async () => (await fetch(url)).status;
      assert.equal(await read(), 200);
      const removed = await owner.call(`/v1/app/members/${piet.accountId}`, { method: 'DELETE' });
      assert.equal(removed.status, 204);
      assert.equal(await read(), 404);
      assert.deepEqual(await namesSeenBy(owner), ['Office']);
    });

    const wrong: [body: unknown, message: RegExp][] = [
      [{}, /^name is required/],
      [{ name: ' ' }, /^name must not be empty/],
      [{ name: 'x'.repeat(201) }, /^name must be at most 200/],
      [{ name: 'Phone', url: 'x' }, /^url is not a known field/],
      [[], /^body must be a JSON object/],
    ];
    for (const [body, message] of wrong) {
      test(`${JSON.stringify(body).slice(0, 40)} is refused`, async () => {
        const key = await server.createKey();
        const answer = await call(server, '/v1/api/calendar-links', { key, body });
        assert.equal(answer.status, 400);
        assert.match(answer.body.message[0], message);
      });
    }

    test('are limited in number', async () => {
      // With more, a slow machine would answer some with 503.
      const atOnce = 20;
      const { key } = await newBrand();
      const all: Answer[] = [];
      for (let n = 0; n < linksMax; n += atOnce) {
        const answers = await Promise.all(Array.from({ length: atOnce }, () => makeLink(key)));
        all.push(...answers);
      }
      const statuses = all.map(({ status }) => status);
      // The brand had one already.
      assert.deepEqual(statuses.sort(), [...Array.from({ length: linksMax - 1 }, () => 201), 409]);
      assertErrorCode(
        all.find(({ status }) => status === 409)!,
        'calendar_links_full',
      );
    });
  });

  test('a valid link has a rate limit', async () => {
    const { read } = await newBrand();
    const answers = await Promise.all(Array.from({ length: 61 }, () => read()));
    const refused = answers.filter(({ status }) => status !== 200);
    assert.deepEqual(
      refused.map(({ status }) => status),
      [429],
    );
    assert.ok(Number(refused[0]!.headers.get('retry-after')) > 0);
  });

  test('no link is ever in the log', async () => {
    const { link, read } = await newBrand();
    await read();
    await call(server, link.url, { method: 'DELETE' });
    await call(server, link.url.replace('.ics', '.icz'));
    await call(server, `${link.url}/x?${link.url}`);
    const token = /(\w{40})\.ics/.exec(link.url)![1]!;
    await eventually(async () => server.output().includes('/v1/calendar/:token.ics'));
    assert.ok(!server.output().includes(token.slice(0, 20)));
    assert.ok(!(await call(server, '/metrics')).text.includes(token.slice(0, 20)));
  });

  // Last, because this client is rate limited from here on.
  test('wrong links are limited as wrong keys are', async () => {
    const { link, read } = await newBrand();
    const url = (n: number) => link.url.replace(/\w{40}/, 'x'.repeat(39 + (n % 3)));
    const answers = await Promise.all(Array.from({ length: 80 }, (_, n) => call(server, url(n))));
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].toSorted(), [404, 429]);
    assert.equal((await read()).status, 200, 'who has the right address is let in');
  });
});
