// Mangled posts to forms and hooks: none is lost, and none fails the server. MANGLED_POSTS=10000 takes
// some minutes: every one is committed.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { makeChannel, multipart, newVisitor, person, type TestChannel } from '../support/forms.ts';
import { HttpConnection } from '../support/http-connection.ts';
import { seededRandom, seedOfRun } from '../support/seeded-random.ts';
import { signInAs } from '../support/sign-in.ts';

const postsOfRun = Number(process.env['MANGLED_POSTS'] ?? 1_000);
const postsAtOnce = 24;
// Fewer than are kept of what is held, and than a hook takes in a minute.
const postsPerChannel = 250;
const unreadableChecked = 50;

interface Mangled {
  type: string;
  bytes: Buffer<ArrayBuffer>;
}

type Random = () => number;

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-16',
  'application/json; charset=shift_jis',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'multipart/form-data; boundary="\\"',
  'text/html; charset=nothing',
  'x',
  ';;=',
];

function mangle(random: Random, mark: string): Mangled {
  const below = (count: number) => Math.floor(random() * count);
  const pick = <One>(list: readonly One[]) => list[below(list.length)]!;
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => below(256)));
  const json = JSON.stringify({ mark, ...person, list: [{ key: 'a', value: null }] });
  const form = new URLSearchParams({ ...person, mark }).toString();
  const parts = multipart({ ...person, mark }, [
    { field: 'photos', name: 'a.jpg', type: 'image/jpeg', bytes: noise(below(200)) },
  ]);
  const cut = (bytes: Buffer) => Buffer.from(bytes.subarray(0, 60 + below(bytes.length - 60)));
  const broken = Buffer.from(parts.rawBody);
  for (let hits = 0; hits < 5; hits++) broken[below(broken.length)] = below(256);
  const multipartType = parts.headers['content-type']!;
  const kinds: (() => Mangled)[] = [
    () => ({
      type: pick(types),
      bytes: Buffer.concat([noise(16 + below(300)), Buffer.from(mark)]),
    }),
    () => ({ type: 'application/json', bytes: cut(Buffer.from(json)) }),
    () => ({ type: pick(types), bytes: Buffer.from(json, 'utf16le') }),
    () => ({ type: pick(types), bytes: Buffer.from(`${form}&naam=%ff%fe%00%zz&%=&&=`, 'latin1') }),
    () => ({ type: pick(types), bytes: Buffer.from(`naam=Andr\xe9&x=${mark}\0`, 'latin1') }),
    () => ({ type: multipartType, bytes: cut(parts.rawBody) }),
    () => ({ type: multipartType, bytes: broken as Buffer<ArrayBuffer> }),
    () => ({ type: pick(types), bytes: parts.rawBody }),
    () => ({
      type: 'application/json',
      bytes: Buffer.from(`{"a":${'['.repeat(below(5_000))}"${mark}"`),
    }),
    () => ({
      type: 'application/json',
      bytes: Buffer.from(
        JSON.stringify({ ...person, mark, title: 't'.repeat(below(20_000)), __proto__: { x: 1 } }),
      ),
    }),
    () => ({
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(`${form}&${'a=b&'.repeat(below(3_000))}`),
    }),
    () => ({
      type: 'application/x-www-form-urlencoded',
      bytes: Buffer.from(`vw_proof=${mark}&vw_visit=${'x'.repeat(below(200))}&vw_lang[]=&${form}`),
    }),
    () => ({ type: pick(types), bytes: Buffer.from(`"${mark}"`) }),
  ];
  return pick(kinds)();
}

await withEachServer('mangled posts', (server) => {
  test('each of them is an intake', async () => {
    const seed = seedOfRun(7);
    const random = seededRandom(seed);
    const me = await signInAs(server);
    const channels: TestChannel[] = [];
    for (let made = 0; made < postsOfRun / postsPerChannel; made++) {
      const type = made % 2 === 0 ? 'form' : 'hook';
      channels.push(await makeChannel(server, { type }, me));
    }
    const sent = new Map<string, Mangled>();
    const statuses = new Map<number, number>();
    const post = async (number: number) => {
      const mangled = mangle(random, randomUUID());
      const { path } = channels[number % channels.length]!;
      const headers = newVisitor({ 'content-type': mangled.type, accept: 'application/json' });
      const answer = await call(server, path, { rawBody: mangled.bytes, headers });
      const { status } = answer;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      assert.ok([200, 201, 400].includes(status), `seed ${seed}: ${status} ${answer.text}`);
      sent.set(answer.headers.get('x-request-id')!, mangled);
    };
    for (let number = 0; number < postsOfRun; number += postsAtOnce) {
      const count = Math.min(postsAtOnce, postsOfRun - number);
      await Promise.all(Array.from({ length: count }, (_, at) => post(number + at)));
    }

    const kept = (await Promise.all(channels.map((channel) => channel.intakes()))).flat();
    const missing = [...sent.keys()].filter((id) => !kept.some((intake) => intake.id === id));
    assert.deepEqual(missing, [], `seed ${seed}`);
    assert.equal(kept.length, postsOfRun);
    const states = new Set(kept.map(({ state }) => state));
    assert.deepEqual(states, new Set(['lead', 'held', 'refused']));
    const unreadable = kept.filter(({ reason }) => reason === 'unreadable');
    assert.ok(unreadable.length > unreadableChecked, `${unreadable.length}`);
    for (const { id } of unreadable.slice(0, unreadableChecked)) {
      const { body } = await call(server, `/v1/api/intakes/${id}`, { key: channels[0]!.key });
      const bytes = Buffer.from(body.body, body.bodyEncoding);
      assert.deepEqual(bytes, sent.get(id)!.bytes, `seed ${seed}: ${id}`);
      assert.equal(body.contentType, sent.get(id)!.type);
    }
  });

  test('half a body is no intake, and harms nobody', async () => {
    const channel = await makeChannel(server, { type: 'form' });
    const fields = new URLSearchParams(person).toString();
    for (const length of [0, 1, fields.length - 1]) {
      const connection = (await HttpConnection.open(server))!;
      const head = [
        `POST ${channel.path} HTTP/1.1`,
        'Host: localhost',
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${fields.length}`,
      ];
      connection.send(`${head.join('\r\n')}\r\n\r\n${fields.slice(0, length)}`);
      connection.socket.end();
      await connection.gone;
    }
    const headers = newVisitor({ 'content-type': 'application/x-www-form-urlencoded' });
    const answer = await call(server, channel.path, { rawBody: fields, headers });
    assert.equal(answer.status, 303);
    assert.equal((await channel.intakes()).length, 1);
  });
});
