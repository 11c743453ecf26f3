// Validation of a lead: one message per wrong field, and values just within the limits.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError, assertRefused } from '../support/shapes.ts';

const lengthLimits: Record<string, number> = {
  customerName: 200,
  title: 200,
  firstName: 200,
  lastName: 200,
  companyName: 200,
  city: 200,
  street: 200,
  category: 200,
  budgetQuote: 200,
  streetNumber: 20,
  streetNumberAddition: 20,
  postalCode: 20,
  country: 100,
  description: 10_000,
  notes: 10_000,
};
const textFields = [...Object.keys(lengthLimits), 'email', 'phone', 'priority', 'source'];
const noStrings = [1, 0, -1.5, true, false, {}, { a: 'b' }, [], ['a'], [null]];

await withEachServer('refusing a lead', (server) => {
  let key: string;
  before(async () => {
    key = await server.createKey();
  });
  after(async () => {
    await server.stop();
  });

  test('nothing is coerced: a non-string is refused with the field’s name', async () => {
    for (const field of textFields) {
      for (const value of noStrings) {
        assertRefused(await createLead(server, key, { [field]: value }), field);
      }
    }
  });

  test('several wrong fields give several messages, one each', async () => {
    const wrong = Object.fromEntries(textFields.map((field) => [field, 42]));
    assertRefused(
      await createLead(server, key, { ...wrong, photoUrls: [1, 2, 3] }),
      ...textFields,
      'photoUrls',
    );
    assertRefused(
      await createLead(server, key, { title: '', email: 'no', phone: 'none', notes: null }),
      'title',
      'email',
      'phone',
    );
  });

  test('a required field that is absent, null or blank is missing', async () => {
    for (const nothing of [undefined, null, '', ' ', '\n\t\u00a0', '\u0001 \u007f']) {
      assertRefused(await createLead(server, key, { customerName: nothing }), 'customerName');
      assertRefused(await createLead(server, key, { title: nothing }), 'title');
      const both = { customerName: nothing, title: nothing };
      assertRefused(await createLead(server, key, both), 'customerName', 'title');
    }
  });

  test('text at its limit is accepted and one character more is refused', async () => {
    for (const character of ['x', 'é', '😀']) {
      const atLimit = Object.fromEntries(
        Object.entries(lengthLimits).map(([field, limit]) => [field, character.repeat(limit)]),
      );
      const { status, body } = await createLead(server, key, atLimit);
      assert.equal(status, 201, JSON.stringify(body));
      for (const field of ['title', 'description', 'category', 'budgetQuote', 'notes']) {
        assert.equal(body[field], atLimit[field]);
      }
      for (const [field, limit] of Object.entries(lengthLimits)) {
        const over = { [field]: character.repeat(limit + 1) };
        assertRefused(await createLead(server, key, over), field);
      }
    }
    // Surrounding white space does not count.
    const padded = await createLead(server, key, { title: `  ${'x'.repeat(200)}\n` });
    assert.equal(padded.body.title, 'x'.repeat(200));
  });

  test('an e-mail address must look like one', async () => {
    const ofLength = (length: number) =>
      `${'a'.repeat(length - '@example.com'.length)}@example.com`;
    const good = [
      ['jan@example.com', 'JAN.Jansen+tap@Sub.Example.co.uk', "o'hara@example.ie"],
      ['josé@münchen.de', 'a@b.nl', ofLength(254)],
    ].flat();
    const bad = [
      ['jan', 'jan@', '@example.com', 'jan@example', 'jan@@example.com', 'jan@exa mple.com'],
      ['jan jansen@example.com', 'jan@example..com', 'jan@.com', 'jan@example.com.', 'a@b@c.nl'],
      ['Jan <jan@example.com>', 'jan@example.com, piet@example.com', '06 12345678'],
      [ofLength(255)],
    ].flat();
    for (const email of good) assert.equal((await createLead(server, key, { email })).status, 201);
    for (const email of bad) assertRefused(await createLead(server, key, { email }), 'email');
  });

  test('a phone number must contain a digit', async () => {
    const good = ['1', '+31 6 12345678', 'call me on 0612345678', '1'.repeat(40), 'ext. 5', '٣٤٥'];
    const bad = ['none', '+', '-', '(unknown)', '1'.repeat(41)];
    for (const phone of good) assert.equal((await createLead(server, key, { phone })).status, 201);
    for (const phone of bad) assertRefused(await createLead(server, key, { phone }), 'phone');
  });

  test('priority and source are closed lists', async () => {
    for (const field of ['priority', 'source']) {
      for (const value of ['asap', 'HIGH', 'Web', 'high,low', 'null', '0', 'toString']) {
        assertRefused(await createLead(server, key, { [field]: value }), field);
      }
    }
  });

  test('photoUrls is an array of at most ten strings', async () => {
    const url = 'https://example.com/a.jpg';
    const long = (length: number) => url.padEnd(length, 'x');
    const many = (length: number, one: unknown) => Array.from({ length }, () => one);
    const bad: unknown[] = [
      [url, 'x', 1, true, {}, { 0: url, length: 1 }],
      [[1], [null], [url, undefined], [[url]], [{ url }], [url, false]],
      [many(11, url), many(11, 1), many(1000, '')],
    ].flat();
    for (const photoUrls of bad) {
      assertRefused(await createLead(server, key, { photoUrls }), 'photoUrls');
    }
    const tooLong = [long(8_193), long(100_000)];
    const lead = await createLead(server, key, { photoUrls: tooLong });
    assert.equal(lead.status, 201);
    const failed = { status: 'failed', error: 'invalid_url' };
    assert.partialDeepStrictEqual(
      lead.body.photos,
      tooLong.map((one) => ({ url: one, ...failed })),
    );
  });

  test('the body must be a JSON object', async () => {
    const bodies = [
      ['', '   ', 'null', 'true', '1', '"text"', '[]', '[{"customerName":"a","title":"b"}]'],
      ['{', '{"title":"a"', "{'title':'a'}", '{"title":"a",}', '{"title":"a\nb"}', 'title=a'],
      ['{"customerName":"a","title":"b"} x', '\u0000', '{"title":NaN}', '// x\n{}'],
    ].flat();
    for (const rawBody of bodies) {
      assertRefused(await call(server, '/v1/api/leads', { key, method: 'POST', rawBody }), 'body');
    }
    assertRefused(await call(server, '/v1/api/leads', { key, method: 'POST' }), 'body');
  });

  test('the body must be encoded in UTF-8', async () => {
    const latin1 = Buffer.from('{"customerName":"José","title":"Tap"}', 'latin1');
    const utf16 = Buffer.from('{"customerName":"José","title":"Tap"}', 'utf16le');
    const cutShort = Buffer.from('{"customerName":"Jan","title":"\u00c3"}', 'latin1');
    for (const bytes of [latin1, utf16, cutShort]) {
      const rawBody = new Uint8Array(bytes);
      const answer = await call(server, '/v1/api/leads', { key, rawBody });
      assertRefused(answer, 'body');
    }
  });

  test('JSON may nest 32 levels deep and no deeper', async () => {
    const nested = (levels: number) =>
      `{"customerName":"Jan","title":"Tap [[[[ \\"{{{{","x":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const post = (rawBody: string) => call(server, '/v1/api/leads', { key, rawBody });
    assert.equal((await post(nested(31))).status, 201);
    assertRefused(await post(nested(32)), 'body');
    assertRefused(await post('['.repeat(100_000)), 'body');
    assertRefused(await post('{"a":'.repeat(40_000)), 'body');
  });

  test('a body of 256 KiB is accepted and one byte more is refused', async () => {
    const bodyOf = (bytes: number) => {
      const frame = JSON.stringify({ customerName: 'Jan', title: 'Tap', padding: '' });
      return frame.replace('"padding":""', `"padding":"${'x'.repeat(bytes - frame.length)}"`);
    };
    const limit = 256 * 1024;
    const post = (rawBody: string) => call(server, '/v1/api/leads', { key, rawBody });
    assert.equal((await post(bodyOf(limit))).status, 201);
    assertError(await post(bodyOf(limit + 1)), 413);
  });

  test('a refused lead stores nothing', async () => {
    const fresh = await server.createKey();
    await createLead(server, fresh, { title: '', city: 'Utrecht' });
    await createLead(server, fresh, { email: 'no', street: 'Oudegracht' });
    for (const path of ['/v1/api/leads', '/v1/api/address']) {
      assert.deepEqual((await call(server, path, { key: fresh })).body.data, []);
    }
  });
});
