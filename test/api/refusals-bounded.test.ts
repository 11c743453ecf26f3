// Whatever is sent to whichever route: what is refused is answered with less than 16 KB and logged with less than 4 KB.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  batchJsonValuesMax,
  echoedLengthMax,
  jsonFieldsMax,
  jsonValuesMax,
  messagesMax,
} from '#contract/limits.ts';
import { type Answer, call, type CallOptions } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type Route, routesOfApp } from '../support/route-table.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';
import { eventually } from '../support/within.ts';

const answerBytesMax = 16 * 1024;
const loggedBytesMax = 4 * 1024;
// Those that are not only for people who read.
const routes = (await routesOfApp()).filter(({ method }) => method !== 'HEAD');

// No text of ours has it: what is repeated of it was echoed.
const filler = 'ß';
const tooLong = new RegExp(`${filler}{${echoedLengthMax + 1}}`);
const unknownFields = 450;

const fields = (count: number, value: unknown = 1) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, value]));

/** What a route gets that takes no more than a few known fields. */
const bodies: Record<string, string> = {
  'many unknown fields': JSON.stringify(fields(unknownFields)),
  'long unknown names': JSON.stringify(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [filler.repeat(2_000 + at), 1])),
  ),
  'names of control characters': JSON.stringify(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => ['\u0001'.repeat(200 + at), 1])),
  ),
  'too many fields': JSON.stringify(fields(jsonFieldsMax + 1)),
  'fields of the wrong type': JSON.stringify({
    ...Object.fromEntries(
      ['email', 'title', 'name', 'rows', 'columns', 'leads', 'scopes', 'url', 'timeZone', 'country']
        .concat(['password', 'customer', 'address', 'customerId', 'brandId', 'token', 'role'])
        .map((name) => [name, filler.repeat(3_000)]),
    ),
    customer: fields(400),
    address: fields(400),
    columns: fields(400),
  }),
  'too deep': '['.repeat(10_000),
  'no JSON': `{"${filler.repeat(5_000)}`,
  'an array': JSON.stringify([fields(100)]),
};
const contentTypes = ['application/merge-patch+json', 'text/csv', 'multipart/form-data'];
const queries: Record<string, string> = {
  'many parameters': Array.from({ length: 1_800 }, (_, index) => `a${index}`).join('&'),
  'a long parameter': `${encodeURIComponent(filler.repeat(2_000))}=1`,
  'broken parameters': 'x=%&'.repeat(1_500),
  'long values': ['sort', 'status', 'cursor', 'limit', 'createdSince', 'after', 'brand']
    .map((name) => `${name}=${encodeURIComponent(filler.repeat(300))}`)
    .join('&'),
};
const long = 'x'.repeat(3_000);
const headers = { 'idempotency-key': long, 'if-match': long, range: long, 'if-none-match': long };

// The answers are the same on all of them; what is logged need not be.
const onEachDatabase = new Set(['many unknown fields', 'long unknown names', 'a long id']);

interface Attack {
  name: string;
  what: string;
  path: string;
  options: CallOptions;
}

function attacksOn({ method, path: pattern }: Route): Attack[] {
  const path = pattern.replace(/:\w+/g, '00000000-0000-7000-8000-000000000000');
  const attack = (what: string, options: CallOptions, at = path) => ({
    name: `${method} ${pattern}: ${what}`,
    what,
    path: at,
    options: { method, ...options },
  });
  const wrongId = encodeURIComponent(filler.repeat(1_500));
  return [
    ...Object.entries(queries).map(([what, query]) => attack(what, {}, `${path}?${query}`)),
    attack('long headers', { headers }),
    ...(pattern.includes(':') ? [attack('a long id', {}, pattern.replace(/:\w+/g, wrongId))] : []),
    ...(method === 'GET'
      ? []
      : [
          ...Object.entries(bodies).map(([what, rawBody]) => attack(what, { rawBody })),
          ...contentTypes.map((type) =>
            attack(type, {
              rawBody: bodies['many unknown fields']!,
              headers: { 'content-type': type },
            }),
          ),
        ]),
  ];
}

await withEachServer('refusals', (server) => {
  let key: string;
  let me: SignedIn;
  before(async () => {
    me = await signInAs(server);
    key = await server.createKey({ brandId: me.brandId });
  });

  /** As somebody who gets as far as possible: a member at what is for members, else a program. */
  function send({ path, options }: Attack): Promise<Answer> {
    return path.startsWith('/v1/app')
      ? me.call(path, options)
      : call(server, path, { ...options, key });
  }

  test('are answered with little, and logged with less', async () => {
    const ids = new Set<string>();
    const isPostgres = await server.withDatabase(async (db) => db.isShared);
    const attacks = routes
      .flatMap(attacksOn)
      .filter(({ what }) => !isPostgres || onEachDatabase.has(what));
    for (const attack of attacks) {
      // It would end the session, or read the events for good.
      if (/sign-out|\/stream$/.test(attack.path)) continue;
      const answer = await send(attack);
      assert.ok(answer.status < 500, `${attack.name}: ${answer.status} ${answer.text}`);
      if (answer.status < 400) continue;
      ids.add(answer.headers.get('x-request-id')!);
      assertSmall(answer, attack.name);
    }
    assert.ok(ids.size > attacks.length / 2, `${ids.size} of ${attacks.length} were refused`);
    await eventually(async () => (await entriesOf(me.brandId)).length > attacks.length / 2);
    for (const { id, bytes, bodyBytes } of await entriesOf(me.brandId)) {
      assert.ok(bytes < loggedBytesMax, `${bytes} bytes are logged of ${id}`);
      // A lead is kept as it came, to be rescued.
      assert.ok(
        bodyBytes <= Math.max(...Object.values(bodies).map((text) => Buffer.byteLength(text))),
      );
    }
    await assertShortLines(ids);
  });

  test('tell the first of many fields, and how many more there are', async () => {
    const rawBody = JSON.stringify(fields(unknownFields));
    const patched = { method: 'PATCH', rawBody };
    for (const [answer, others] of [
      [await me.call('/v1/app/sign-in', { rawBody }), 2],
      [await me.call('/v1/app/account', patched), 0],
      [await me.call('/v1/app/imports', { rawBody }), 4],
      [await call(server, '/v1/api/leads/batch', { key, rawBody }), 1],
      [await call(server, `/v1/api/customers/${me.brandId}`, { key, ...patched }), 0],
    ] as const) {
      assert.equal(answer.status, 400, answer.text);
      const { message } = answer.body;
      assert.equal(message.length, messagesMax + 1);
      assert.equal(message.at(-1), `and ${unknownFields + others - messagesMax} more`);
    }
  });

  test('come before a body is parsed that has too many fields', async () => {
    // What would be parsed is no JSON.
    const object = `{${'"a":1,'.repeat(jsonFieldsMax)}`;
    const items = (most: number) => `{"leads":[${'1,'.repeat(most)}`;
    for (const [path, rawBody, refusal] of [
      ['/v1/api/leads', object, `${jsonFieldsMax} fields in one object`],
      ['/v1/api/leads/batch', object, `${jsonFieldsMax} fields in one object`],
      ['/v1/api/leads', items(jsonValuesMax), `${jsonValuesMax} fields and items in all`],
      [
        '/v1/api/leads/batch',
        items(batchJsonValuesMax),
        `${batchJsonValuesMax} fields and items in all`,
      ],
    ] as const) {
      const { status, body } = await call(server, path, { key, rawBody });
      assert.equal(status, 400);
      assert.deepEqual(body.message, [`body must have at most ${refusal}`]);
    }
  });

  interface Entry {
    id: string;
    bytes: number;
    bodyBytes: number;
  }

  function entriesOf(brandId: string): Promise<Entry[]> {
    return server.withDatabase((db) =>
      db.all(
        `select id, octet_length(coalesce(path, '')) + octet_length(coalesce(message, '')) + 200 as bytes,
            octet_length(coalesce(body, '')) as "bodyBytes"
          from logged_requests where brand_id = ?`,
        brandId,
      ),
    );
  }

  async function assertShortLines(ids: ReadonlySet<string>): Promise<void> {
    const lengths = new Map<string, number>();
    await eventually(async () => {
      lengths.clear();
      for (const line of server.output().split('\n')) {
        const id = /"requestId":"([^"]+)"/.exec(line)?.[1];
        if (id && ids.has(id)) lengths.set(id, (lengths.get(id) ?? 0) + Buffer.byteLength(line));
      }
      return lengths.size === ids.size;
    });
    assert.ok(Math.max(...lengths.values()) < loggedBytesMax);
  }
});

function assertSmall({ text, body, headers: sent }: Answer, name: string): void {
  const head = [...sent].reduce((sum, pair) => sum + pair.join(': ').length + 2, 0);
  const bytes = head + Buffer.byteLength(text);
  assert.ok(bytes < answerBytesMax, `${name}: ${bytes} bytes`);
  const messages = [body?.message ?? []].flat() as string[];
  assert.ok(messages.length <= messagesMax + 1, `${name}: ${messages.length} messages`);
  for (const message of messages) assert.doesNotMatch(message, tooLong, name);
}
