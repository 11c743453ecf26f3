// Bodies of form posts and hooks: readable ones become fields, and no byte of the others is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { filesPerIntakeMax, jsonFieldsMax, plainPostBytesMax } from '#contract/limits.ts';
import { type SentBody, readSent } from '#core/intakes/read-sent.ts';

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';

function readText(contentType: string | null, body: string, encoding: BufferEncoding = 'utf8') {
  return readSent(contentType, Buffer.from(body, encoding));
}

const readable: [what: string, type: string | null, body: string, sent: unknown][] = [
  ['fields', form, 'name=Jan+Jansen&note=a%26b%3D%C3%A9', { name: 'Jan Jansen', note: 'a&b=é' }],
  ['lists', form, 'a=1&b=2&a=3', { a: ['1', '3'], b: '2' }],
  ['no fields', form, '', {}],
  ['broken escapes', form, 'a=50%&b=%zz', { a: '50%', b: '%zz' }],
  ['bytes of windows-1252', form, 'name=Ren%E9', { name: 'René' }],
  ['a charset', `${form}; charset=ISO-8859-2`, 'name=%A3', { name: 'Ł' }],
  ['a charset nobody knows', `${form}; charset=klingon`, 'name=%C3%A9', { name: 'é' }],
  ['a charset field', form, '_charset_=iso-8859-2&a=%A3', { _charset_: 'iso-8859-2', a: 'Ł' }],
  ['NUL characters', form, 'a=b%00c', { a: 'b\ufffdc' }],
  ['JSON', json, '{"a":{"b":[1,true,null]}}', { a: { b: [1, true, null] } }],
  ['JSON with a byte order mark', json, '\ufeff{"a":1}', { a: 1 }],
  ['JSON called a form', form, '{"a":1}', { a: 1 }],
  ['JSON called text', 'text/plain', ' [{"a":1}]\n', [{ a: 1 }]],
  ['JSON without a type', null, '{"a":"é"}', { a: 'é' }],
  ['JSON with NUL characters', json, '{"a\\u0000":"\\ud800"}', { 'a\ufffd': '\ufffd' }],
  ['JSON with endless numbers', json, '{"a":1e999,"b":-0}', { a: null, b: 0 }],
  ['a form without a type', null, 'a=1&b=x+y', { a: '1', b: 'x y' }],
  ['a form called text', 'text/plain', 'a=1', { a: '1' }],
];

for (const [what, type, body, sent] of readable) {
  test(`reads ${what}`, async () => {
    const read = await readText(type, body);
    assert.deepEqual(read, {
      sent,
      files: [],
      filesLeftOut: 0,
      body,
      bodyEncoding: 'utf8',
      isReadable: true,
      isTooLarge: false,
    });
  });
}

test('reads JSON in other charsets', async () => {
  const utf16 = await readText(json, '\ufeff{"a":"é"}', 'utf16le');
  assert.deepEqual(utf16.sent, { a: 'é' });
  assert.equal(utf16.bodyEncoding, 'base64');
  const latin1 = await readText(`${json}; charset=utf-8`, '{"a":"é"}', 'latin1');
  assert.deepEqual(latin1.sent, { a: 'é' });
});

const manyFields = Array.from({ length: jsonFieldsMax + 1 }, (_, at) => `f${at}=1`).join('&');
const unreadable: [what: string, type: string | null, body: string][] = [
  ['an empty body', null, ''],
  ['prose', 'text/plain', 'Hello, my tap leaks.'],
  ['a form without any value', form, 'hello'],
  ['too many fields', form, manyFields],
  ['half of a JSON text', json, '{"a":1'],
  ['a JSON text', json, '"hello"'],
  ['deep JSON', json, '['.repeat(40) + ']'.repeat(40)],
  ['XML', 'application/xml', '<lead name="x=1"/>'],
  ['multipart without a boundary', 'multipart/form-data', '--x\r\n\r\n'],
  ['half of a multipart body', 'multipart/form-data; boundary=x', part('a', 'b')],
  ['a part without a name', 'multipart/form-data; boundary=x', '--x\r\nA: b\r\n\r\nc\r\n--x--'],
];

for (const [what, type, body] of unreadable) {
  test(`keeps ${what} as it came`, async () => {
    const read = await readText(type, body);
    assert.equal(read.isReadable, false);
    assert.equal(read.sent, null);
    assert.equal(read.body, body);
  });
}

function part(name: string, value: string, more = ''): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
}

test('reads parts, files and their names', async () => {
  const file = '; filename="C:\\photos\\l%22ek.jpg"\r\nContent-Type: image/jpeg';
  const body =
    part('naam', 'Jan\r\nJansen') +
    part('keuze[]', 'a') +
    part('keuze[]', '') +
    part('foto', '\xff\xd8\x00', file) +
    part('leeg', '', '; filename=""\r\nContent-Type: application/octet-stream') +
    '--x--\r\n';
  const read = await readText('multipart/form-data; boundary="x"', body, 'latin1');
  assert.deepEqual(read.sent, { naam: 'Jan\r\nJansen', 'keuze[]': ['a', ''] });
  assert.equal(read.body, null);
  assert.deepEqual(
    read.files.map((sent) => ({ ...sent, bytes: [...sent.bytes] })),
    [{ name: 'C:\\photos\\l"ek.jpg', contentType: 'image/jpeg', bytes: [0xff, 0xd8, 0] }],
  );
});

test('reads what the platform writes', async () => {
  const data = new FormData();
  data.append('na"am\r\n', 'Ünï\ncode');
  for (let at = 0; at <= filesPerIntakeMax; at++) data.append('f', new Blob(['x']), `${at}.png`);
  const request = new Response(data);
  const read = await readSent(
    request.headers.get('content-type'),
    new Uint8Array(await request.arrayBuffer()),
  );
  assert.deepEqual(read.sent, { 'na"am\r\n': 'Ünï\r\ncode' });
  assert.equal(read.files.length, filesPerIntakeMax);
  assert.equal(read.filesLeftOut, 1);
});

test('reads parts in an old charset', async () => {
  const read = await readText(
    'multipart/form-data; boundary=x',
    `${part('naam', 'René')}--x--`,
    'latin1',
  );
  assert.deepEqual(read.sent, { naam: 'René' });
});

test('fields beside files have the limit of a post without files', async () => {
  const file = part('foto', 'x'.repeat(plainPostBytesMax + 1), '; filename="a.jpg"');
  const upload = 'multipart/form-data; boundary=x';
  const small = await readText(upload, `${part('a', 'b')}${file}--x--`);
  assert.deepEqual([small.isTooLarge, small.sent], [false, { a: 'b' }]);
  const half = 'x'.repeat(plainPostBytesMax / 2);
  const large = await readText(upload, `${part('a', half)}${part('b', half)}${file}--x--`);
  assert.deepEqual([large.isTooLarge, large.sent, large.files], [true, null, []]);
});

test('a large body that cannot be read takes little more than its size', async () => {
  const bytes = Buffer.alloc(2 * plainPostBytesMax, 1);
  const read = await readSent('multipart/form-data; boundary=x', bytes);
  assert.deepEqual([read.isReadable, read.bodyEncoding], [false, 'base64']);
  assert.ok(bytes.equals(bytesOf(read)));
});

test('control characters do not inflate what is stored', async () => {
  const read = await readSent(form, Buffer.from(`a=${'\x01'.repeat(100_000)}&b=c\x0bd`));
  assert.ok(Buffer.byteLength(JSON.stringify(read.sent)) < 310_000);
  assert.equal((read.sent as { b: string }).b, 'c\x0bd');
});

test('a field named __proto__ changes nothing', async () => {
  for (const [type, body] of [
    [form, '__proto__=x&constructor=y'],
    [json, '{"__proto__":{"polluted":1}}'],
  ] as const) {
    const { sent } = await readText(type, body);
    assert.equal(Object.getPrototypeOf(sent), Object.prototype);
    assert.equal(Object.hasOwn(sent as object, '__proto__'), true);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  }
});

const types = fc.oneof(
  fc.constantFrom(
    null,
    form,
    json,
    'text/plain',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    `${form}; charset=utf-16`,
    `${json}; charset="`,
    `${form}; charset=x-user-defined`,
  ),
  fc.string(),
);
const whole = `${part('a', 'b')}${part('f', 'xx', '; filename="y.png"')}--x--\r\n`;
const seeds = fc.constantFrom(whole, 'a=1&b=%C3%A9&_charset_=utf-8', '{"a":[{"b":"c\\u00e9"}]}');
const mangled = fc
  .tuple(seeds, fc.array(fc.tuple(fc.nat(200), fc.nat(255))), fc.nat(300))
  .map(([seed, changes, end]) => {
    const bytes = Buffer.from(seed);
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte;
    return new Uint8Array(bytes.subarray(0, end));
  });

test('any bytes are read or kept whole', async () => {
  await fc.assert(
    fc.asyncProperty(types, fc.oneof(fc.uint8Array(), mangled), async (type, bytes) => {
      const read = await readSent(type, bytes);
      if (read.body !== null) assert.deepEqual(bytesOf(read), bytes);
      else assert.ok(read.files.length > 0);
      assert.equal(read.sent === null, !read.isReadable);
      const stored = JSON.stringify(read.sent);
      assert.deepEqual(JSON.parse(stored), read.sent);
      assert.ok(!stored.includes('\\u0000') && stored.isWellFormed());
      assert.doesNotMatch(stored, /[^\\](?:\\\\)*\\ud[89a-f]/);
    }),
    { numRuns: 3_000 },
  );
});

function bytesOf({ body, bodyEncoding }: SentBody): Uint8Array {
  return new Uint8Array(Buffer.from(body ?? '', bodyEncoding));
}
