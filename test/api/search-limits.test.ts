// Scans that take too long and searches that match too much. Own servers: the limits are settings.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, nextLinkOf } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { assertErrorCode, assertRefused, assertUnavailable } from '../support/shapes.ts';

// A range of over a thousand records is read in list order, as a second chunk.
const count = 1_010;
const inRange = 'createdSince=2020-01-01T00:00:00Z&sort=updatedAt';

withEachDatabase('a list whose deadline passes after one chunk', (start) => {
  let server: TestServer;
  let key: string;
  before(async () => {
    server = await start({ env: { SEARCH_MS_MAX: '0' } });
    key = await server.createKey();
    await makeLeads(server, key, count);
  });
  after(() => server.stop());

  test('returns short pages for filters, each with a Link', async () => {
    let path: string | undefined = `/v1/api/leads?${inRange}&category=last`;
    const sizes: number[] = [];
    while (path !== undefined) {
      const page = await call(server, path, { key });
      assert.equal(page.status, 200, page.text);
      assert.equal(page.body.limit, 50);
      sizes.push(page.body.data.length);
      path = nextLinkOf(page.headers);
    }
    assert.ok(sizes.length > 2, `${sizes.length} pages`);
    assert.deepEqual(sizes, [...sizes.slice(1).map(() => 0), 1]);
  });

  test('is refused for words not found by then', async () => {
    const answer = await call(server, `/v1/api/leads?${inRange}&category=none&q=roof`, { key });
    assertUnavailable(answer);
    assertErrorCode(answer, 'search_too_slow');
    assert.match(answer.body.message, /^This list takes too long to search right now: use/);
  });
});

test('words that match more records than the limit are refused', async (t) => {
  const server = await startServer({ env: { SEARCH_RECORDS_MAX: '10' } });
  t.after(() => server.stop());
  const key = await server.createKey();
  await makeLeads(server, key, 400);
  const answer = await call(server, '/v1/api/leads?q=roof&category=none', { key });
  assertRefused(answer, 'q');
  assert.match(answer.body.message[0], /^q matches too many records: add a longer word/);
});

/** The last one has a category. */
async function makeLeads(server: TestServer, key: string, made: number): Promise<void> {
  const leads = Array.from({ length: made }, (_, at) => ({
    customerName: 'Jansen',
    title: 'Roof',
    ...(at === made - 1 && { category: 'last' }),
  }));
  for (let from = 0; from < made; from += 500) {
    const body = { leads: leads.slice(from, from + 500) };
    const { status, text } = await call(server, '/v1/api/leads/batch', { key, body });
    assert.equal(status, 200, text);
  }
}
