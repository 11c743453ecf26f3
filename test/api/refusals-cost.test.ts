// Refusing a request costs no more CPU time than accepting one of the same size. Own server: its
// CPU time is measured.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { batchJsonValuesMax, importRowsMax, jsonFieldsMax } from '#contract/limits.ts';
import { type Answer, call } from '../support/call.ts';
import { columns, manyRows } from '../support/imports.ts';
import { metric } from '../support/metrics.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type SignedIn, signInAs } from '../support/sign-in.ts';

const times = 9;
// Leaves room for garbage collection; an amplifying input cost five to twenty times as much.
const ratioMax = 2;

let server: TestServer;
let me: SignedIn;
let key: string;
before(async () => {
  server = await startServer();
  me = await signInAs(server);
  key = await server.createKey({ brandId: me.brandId });
});
after(() => server?.stop());

const lead = (description: string, more = '') => ({
  customerName: 'Jan Jansen',
  title: 'Leaking tap',
  description,
  more,
});
const leads = (count: number, bytes: number) => ({
  leads: Array.from({ length: count }, () => lead('x'.repeat(bytes))),
});
const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, 1]));
const file = { fileName: 'f', columns, rows: manyRows(2_000), isDryRun: true };
const textOf = (bytes: number) => 'x'.repeat(bytes);

interface Pair {
  path: string;
  method?: string;
  taken: object;
  refused: object;
}

const pairs: Record<string, () => Promise<Pair> | Pair> = {
  'a batch of too many fields': () => ({
    path: '/v1/api/leads/batch',
    taken: leads(250, 5_000),
    refused: unknown(batchJsonValuesMax + 1),
  }),
  'a batch of unknown fields': () => ({
    path: '/v1/api/leads/batch',
    taken: leads(250, 5_000),
    refused: { leads: Array.from({ length: 250 }, () => unknown(390)), more: 1 },
  }),
  'a long title': () => ({
    path: '/v1/api/leads',
    taken: lead('', textOf(200_000)),
    refused: { customerName: 'Jan Jansen', title: textOf(200_000) },
  }),
  'a patch of unknown fields': async () => ({
    path: `/v1/api/work-items/${await newItem()}`,
    method: 'PATCH',
    taken: { customerSignature: textOf(50_000) },
    refused: unknown(jsonFieldsMax),
  }),
  'a file of unknown fields': () => ({
    path: '/v1/app/imports',
    taken: file,
    refused: { ...file, ...unknown(jsonFieldsMax - 9) },
  }),
  'a file of too many rows': () => ({
    path: '/v1/app/imports',
    taken: file,
    refused: { ...file, rows: Array.from({ length: importRowsMax + 1 }, () => ['x']) },
  }),
};

async function newItem(): Promise<string> {
  return (await call(server, '/v1/api/leads', { key, body: lead('') })).body.id;
}

for (const [name, find] of Object.entries(pairs)) {
  test(`${name} costs no more refused than accepted`, async (t) => {
    const { path, method = 'POST', taken, refused } = await find();
    const by = path.startsWith('/v1/app') ? me.call : withKey;
    const cost = async (body: object, isRefused: boolean) =>
      median(await each(times, () => costOf(() => by(path, { method, body }), isRefused)));
    const [more, less] = [await cost(taken, false), await cost(refused, true)];
    t.diagnostic(`${more.toFixed(1)} ms taken in, ${less.toFixed(1)} ms refused`);
    assert.ok(less < more * ratioMax, `${less} ms refused, ${more} ms taken in`);
  });
}

const withKey: SignedIn['call'] = (path, options) => call(server, path, { ...options, key });

/** CPU milliseconds of the server. */
async function costOf(send: () => Promise<Answer>, isRefused: boolean): Promise<number> {
  const start = await metric(server, 'process_cpu_seconds_total');
  const { status, text } = await send();
  assert.equal(status >= 400, isRefused, text.slice(0, 200));
  return ((await metric(server, 'process_cpu_seconds_total')) - start) * 1_000;
}

async function each<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index++) made.push(await make());
  return made;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!;
}
