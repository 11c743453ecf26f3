// Leads, jobs and customers as tables for a spreadsheet.
// On servers of its own: a table is taken away for a while.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Papa from 'papaparse';
import { withoutFormulaMark } from '#core/imports/csv.ts';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { assertError } from '../support/shapes.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { changeWorkItem } from '../support/stored-records.ts';

const manyLeads = 2_000;
const leadsAtOnce = 500;

withEachDatabase('exports', (start) => {
  let server: TestServer;
  let me: SignedIn;
  let key: string;
  before(async () => {
    server = await start();
    me = await signInAs(server);
    key = await server.createKey({ brandId: me.brandId });
  });
  after(() => server?.stop());

  const rowsOf = (text: string) =>
    Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

  test('texts are written so that no spreadsheet computes them', async () => {
    const canaries = ['=1+1', '+1', '-1', '@SUM(A1)', 'x;=cmd|"/c calc"!A1', 'two\n=lines', '"q"'];
    const ids: string[] = [];
    for (const [n, text] of canaries.entries()) {
      const fields = { customerName: text, title: text, notes: text, city: text, street: text };
      const email = `canary${n}@example.com`;
      ids.push(
        (await createLead(server, key, { ...fields, email, phone: '+31 6 12345678' })).body.id,
      );
    }
    const answer = await me.call('/v1/app/export/leads.csv');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type')!, /^text\/csv; charset=utf-8/);
    assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="leads.csv"/);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const bytes = await fetch(new URL('/v1/app/export/leads.csv', server.url), {
      headers: { cookie: me.cookie },
    }).then((response) => response.arrayBuffer());
    assert.deepEqual([...new Uint8Array(bytes.slice(0, 3))], [0xef, 0xbb, 0xbf]);
    const rows = rowsOf(answer.text);
    for (const cell of rows.flatMap((row) => Object.values(row))) {
      for (const piece of cell.split(/[;\t\r\n]/)) assert.doesNotMatch(piece, /^[=+\-@]/);
    }
    assert.deepEqual(
      rows.map((row) => row['id']),
      ids,
    );
    for (const [n, text] of canaries.entries()) {
      for (const column of ['customerName', 'title', 'notes', 'city', 'street']) {
        // The name of a customer who was found by the phone number stays.
        const expected = column === 'customerName' ? canaries[0] : text;
        const cell = withoutFormulaMark(rows[n]![column]!);
        assert.ok(cell.startsWith(expected!), `${column} ${cell}`);
      }
    }
  });

  test('jobs and customers have tables of their own; deleted ones and those of others are in none', async () => {
    const owner = await signInAs(server);
    const ownersKey = await server.createKey({ brandId: owner.brandId });
    const ids = [];
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) {
      ids.push((await createLead(server, ownersKey, { email, city: 'Utrecht' })).body.id);
    }
    const [job, archived, gone] = ids;
    await changeWorkItem(server, job, { status: 'scheduled', scheduledStart: 0, finalCost: -250 });
    await changeWorkItem(server, archived, { archivedAt: 0 });
    await changeWorkItem(server, gone, { deletedAt: 0 });
    const leads = rowsOf((await owner.call('/v1/app/export/leads.csv')).text);
    assert.deepEqual(
      leads.map(({ id }) => id),
      [archived],
    );
    assert.equal(leads[0]!['archivedAt'], '1970-01-01T00:00:00.000Z');
    const jobs = rowsOf((await owner.call('/v1/app/export/jobs.csv')).text);
    assert.deepEqual(
      jobs.map(({ id }) => id),
      [job],
    );
    assert.equal(jobs[0]!['scheduledStart'], '1970-01-01T00:00:00.000Z');
    assert.equal(jobs[0]!['finalCostCents'], '-250');
    assert.equal(jobs[0]!['city'], 'Utrecht');
    const customers = rowsOf((await owner.call('/v1/app/export/customers.csv')).text);
    const emails = ['a@example.com', 'b@example.com', 'c@example.com'];
    assert.deepEqual(
      customers.map(({ email }) => email),
      emails,
    );

    const empty = await (await signInAs(server)).call('/v1/app/export/leads.csv');
    assert.match(empty.text, /^\ufeff?id,[^\r\n]*\r\n$/);
  });

  test('a link names its brand, and what separates the cells', async () => {
    const owner = await signInAs(server);
    const ownersKey = await server.createKey({ brandId: owner.brandId });
    const title = 'Two, or three; =1+1';
    await createLead(server, ownersKey, { title });
    const path = `/v1/app/export/leads.csv?brand=${owner.brandId}`;
    for (const [separator, wanted] of [
      ['', 'id,'],
      ['&separator=comma', 'id,'],
      ['&separator=semicolon', 'id;'],
    ] as const) {
      const { status, text } = await owner.call(`${path}${separator}`);
      assert.equal(status, 200);
      assert.ok(text.replace('\ufeff', '').startsWith(wanted), text);
      const [row] = rowsOf(text);
      assert.equal(withoutFormulaMark(row!['title']!), title);
    }
    assertError(await me.call(path), 409);
  });

  test('what fails before the first row is an error that no browser saves as a table', async () => {
    const rename = (from: string, to: string) =>
      server.withDatabase((db) => db.run(`alter table ${from} rename to ${to}`));
    await rename('work_items', 'hidden_items');
    const answer = await me
      .call('/v1/app/export/leads.csv')
      .finally(() => rename('hidden_items', 'work_items'));
    assertError(answer, 500);
    assert.equal(answer.headers.get('content-disposition'), null);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.equal((await me.call('/v1/app/export/leads.csv')).status, 200);
  });

  test('many rows come in pieces, each once and in order', async () => {
    const { id: brandId } = await server.createBrand();
    const owner = await signInAs(server, { brandId });
    const ownersKey = await server.createKey({ brandId });
    for (let at = 0; at < manyLeads; at += leadsAtOnce) {
      const leads = Array.from({ length: leadsAtOnce }, (_, n) => ({
        customerName: `Customer ${at + n}`,
        title: `Lead ${at + n}`,
        email: `c${at + n}@example.com`,
      }));
      const path = '/v1/api/leads/batch';
      assert.equal((await call(server, path, { key: ownersKey, body: { leads } })).status, 200);
    }
    const response = await fetch(new URL('/v1/app/export/leads.csv', server.url), {
      headers: { cookie: owner.cookie },
    });
    // Not known beforehand: it is sent while it is read.
    assert.equal(response.headers.get('content-length'), null);
    const rows = rowsOf(await response.text());
    const titles = rows.map(({ title }) => title);
    assert.deepEqual(
      titles,
      Array.from({ length: manyLeads }, (_, n) => `Lead ${n}`),
    );
  });

  test('it is for owners only', async () => {
    const helper = await signInAs(server, { brandId: me.brandId, role: 'member' });
    for (const table of ['leads', 'jobs', 'customers']) {
      const path = `/v1/app/export/${table}.csv`;
      assertError(await helper.call(path), 403);
      assertError(await call(server, path, { key }), 403);
      assertError(await me.call(`${path}?limit=1`), 400);
      assertError(await me.call(`${path}?separator=tab`), 400);
    }
    assertError(await me.call('/v1/app/export/keys.csv'), 404);
  });
});
