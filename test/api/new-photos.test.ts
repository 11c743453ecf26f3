// Photos that are added to a lead or job: bytes, forms and URLs.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead, listAll, moveWorkItem } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { multipart } from '../support/forms.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { outcomesOf, wordsFor } from '../support/photo-server.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError, assertShape, photoShape } from '../support/shapes.ts';
import { eventually } from '../support/within.ts';

const pdf = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');

await withEachServer('adding photos', (server) => {
  let host: PictureHost;
  before(async () => {
    host = await startPictureHost({ isShared: true });
  });
  after(() => host?.close());

  const newLead = async () => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    const { id } = (await createLead(server, key)).body;
    const path = `/v1/api/work-items/${id}/photos`;
    const add = (
      rawBody: string | Buffer<ArrayBuffer>,
      type: string,
      headers: Record<string, string> = {},
    ) => call(server, path, { key, rawBody, headers: { 'content-type': type, ...headers } });
    return { brandId: brand.id, key, id, path, add };
  };
  const picture = async (number: number) =>
    Buffer.from(await makePicture('jpeg', { number })) as Buffer<ArrayBuffer>;

  test('the bytes of a picture are stored before the response', async () => {
    const { key, id, path, add } = await newLead();
    const answer = await add(await picture(1), 'image/jpeg');
    assert.equal(answer.status, 201, answer.text);
    assert.equal(answer.headers.get('location'), path);
    const [photo] = answer.body.data;
    assertShape(photo, photoShape);
    assert.deepEqual([photo.status, photo.width, photo.height], ['stored', 64, 48]);
    assert.match(photo.url, /^upload:.*\/photo\.jpeg$/);
    const stored = await call(server, `/v1/api/assets/${photo.assetId}?size=thumbnail`, { key });
    assert.equal(stored.headers.get('content-type'), 'image/webp');
    const item = (await call(server, `/v1/api/work-items/${id}`, { key })).body;
    assert.deepEqual(item.photos, [photo]);
    assert.deepEqual((await call(server, path, { key })).body, { data: [photo], limit: 100 });
  });

  test('they come after the photos of the lead, in the order sent', async () => {
    const { key } = await newLead();
    const photoUrls = [host.url('/photo.png?later=1')];
    const lead = await createLead(server, key, { photoUrls });
    const path = `/v1/api/work-items/${lead.body.id}/photos`;
    const { rawBody, headers } = multipart({ any: 'field' }, [
      { field: 'photos', name: 'één.jpg', type: 'image/jpeg', bytes: await picture(2) },
      { field: 'other', name: 'notes.txt', type: 'image/png', bytes: Buffer.from('no picture') },
      { field: 'photos', name: 'quote.pdf', type: 'image/jpeg', bytes: pdf },
    ]);
    const answer = await call(server, path, { key, rawBody, headers });
    assert.equal(answer.status, 201, answer.text);
    assert.deepEqual(wordsFor(answer.body.data), ['stored', 'not_an_image', 'stored']);
    const byUrl = await call(server, path, {
      key,
      body: { photoUrls: [host.url('/photo.png?later=2'), host.url('/missing')] },
    });
    assert.deepEqual(wordsFor(byUrl.body.data), ['stored', 'http_status']);
    const all = await outcomesOf(server, key, lead.body.id);
    assert.deepEqual(all, [...lead.body.photos, ...answer.body.data, ...byUrl.body.data]);
  });

  test('a PDF is a download', async () => {
    const { key, add } = await newLead();
    const { body } = await add(pdf, 'application/pdf');
    const [photo] = body.data;
    assert.deepEqual(
      [photo.status, photo.contentType, photo.sizeBytes, photo.width, photo.height],
      ['stored', 'application/pdf', pdf.length, null, null],
    );
    const path = `/v1/api/assets/${photo.assetId}`;
    const { headers, text } = await call(server, path, { key });
    assert.equal(text, pdf.toString());
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.match(headers.get('content-disposition')!, /^attachment; filename="file-\w+\.pdf"$/);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.match(headers.get('content-security-policy')!, /sandbox/);
    assertError(await call(server, `${path}?size=thumbnail`, { key }), 404);
    // The same file is stored once.
    const again = await add(pdf, 'application/pdf');
    assert.equal(again.body.data[0].assetId, photo.assetId);
  });

  test('each change is told: added, and stored or failed', async () => {
    const { key, id, add } = await newLead();
    const { body } = await add(await picture(3), 'image/jpeg');
    await add(Buffer.from('no picture'), 'image/png');
    const events = await listAll(server, key, '/v1/api/events?type=photo.added');
    assert.deepEqual(
      events.map(({ subjectId, actor, changes }) => [
        subjectId,
        actor,
        changes.photos.after[0].url,
      ]),
      [
        [id, 'key', body.data[0].url],
        [id, 'key', events[1].changes.photos.after[0].url],
      ],
    );
    const history = await listAll(server, key, `/v1/api/work-items/${id}/history`);
    assert.deepEqual(
      history.map(({ type }) => type),
      ['lead.created', 'photo.added', 'photo.stored', 'photo.added', 'photo.failed'],
    );
  });

  test('one is removed, with its files', async () => {
    const { key, id, path, add } = await newLead();
    const added = [
      await add(await picture(21), 'image/jpeg'),
      await add(await picture(22), 'image/jpeg'),
    ];
    const [gone, kept] = added.map(({ body }) => body.data[0]);
    const remove = (assetId: string, options: object = {}) =>
      call(server, `${path}/${assetId}`, { key, method: 'DELETE', ...options });
    assertError(await remove(gone.assetId, { headers: { 'if-match': '"1"' } }), 412);
    const removed = await remove(gone.assetId);
    assert.deepEqual([removed.status, removed.text], [204, '']);
    const { body } = await call(server, `/v1/api/work-items/${id}`, { key });
    assert.deepEqual(body.photos, [kept]);
    const [told, ...others] = await listAll(server, key, '/v1/api/events?type=photo.removed');
    assert.deepEqual(others, []);
    assert.deepEqual([told.subjectId, told.actor], [id, 'key']);
    assert.deepEqual(told.changes, { photos: { before: [gone], after: null } });
    const asset = (assetId: string) => call(server, `/v1/api/assets/${assetId}`, { key });
    await eventually(async () => (await asset(gone.assetId)).status === 404);
    assert.equal((await asset(kept.assetId)).status, 200);
    assertError(await remove(gone.assetId), 404);
    assertError(await remove('nothing'), 404);
    // Another one can still be added, and stays after this one is gone.
    const later = (await add(await picture(23), 'image/jpeg')).body.data[0];
    assert.equal((await remove(kept.assetId)).status, 204);
    assert.deepEqual((await call(server, path, { key })).body.data, [later]);
  });

  test('a picture that another lead has too keeps its files', async () => {
    const { brandId, key, path, add } = await newLead();
    const bytes = await picture(24);
    const { assetId } = (await add(bytes, 'image/jpeg')).body.data[0];
    const other = await call(server, '/v1/api/leads', {
      key,
      body: { customerName: 'Piet', title: 'Roof' },
    });
    const others = `/v1/api/work-items/${other.body.id}/photos`;
    const same = await call(server, others, {
      key,
      rawBody: bytes,
      headers: { 'content-type': 'image/jpeg' },
    });
    assert.equal(same.body.data[0].assetId, assetId);
    for (const scopes of [['leads:read'], ['work-items:write']] as const) {
      const weak = await server.createKey({ brandId, scopes: [...scopes] });
      assertError(await call(server, `${path}/${assetId}`, { key: weak, method: 'DELETE' }), 403);
    }
    const stranger = await server.createKey();
    assertError(await call(server, `${path}/${assetId}`, { key: stranger, method: 'DELETE' }), 404);
    const removed = await call(server, `${path}/${assetId}`, { key, method: 'DELETE' });
    assert.equal(removed.status, 204);
    assert.deepEqual((await call(server, path, { key })).body.data, []);
    const shown = await call(server, others, { key });
    assert.equal(shown.body.data[0].assetId, assetId);
    assert.equal((await call(server, `/v1/api/assets/${assetId}`, { key })).status, 200);
  });

  test('a repeated call adds nothing', async () => {
    const { key, path, add } = await newLead();
    const bytes = await picture(4);
    const headers = { 'idempotency-key': 'tap' };
    const first = await add(bytes, 'image/jpeg', headers);
    const again = await add(bytes, 'image/jpeg', headers);
    assert.equal(again.status, 201);
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    assert.equal(again.text, first.text);
    assert.equal((await call(server, path, { key })).body.data.length, 1);
    assertError(await add(await picture(5), 'image/jpeg', headers), 422);
    const other = await newLead();
    assert.equal((await other.add(bytes, 'image/jpeg', headers)).status, 201);
  });

  const refusals: [what: string, type: string, body: string, status: number, message: RegExp][] = [
    ['no JSON', 'application/json', '{', 400, /^body must be valid JSON/],
    ['no URLs', 'application/json', '{"photoUrls":[]}', 400, /^photoUrls must have at least one/],
    ['another field', 'application/json', '{"urls":[],"photoUrls":["a"]}', 400, /^urls is not/],
    ['a URL that is no text', 'application/json', '{"photoUrls":[1]}', 400, /^photoUrls item 1/],
    ['11 URLs', 'application/json', JSON.stringify({ photoUrls: Array(11).fill('a') }), 400, /10/],
    ['no bytes', 'image/png', '', 400, /^body must/],
    [
      'a broken form',
      'multipart/form-data; boundary=x',
      '--x\r\nbroken',
      400,
      /^body must be mult/,
    ],
    ['a form without files', 'multipart/form-data; boundary=x', '--x--', 400, /^body must have/],
    ['plain text', 'text/plain', 'photo', 415, /Content-Type/],
  ];
  for (const [what, type, body, status, message] of refusals) {
    test(`${what}: ${status}`, async () => {
      const { key, path, add } = await newLead();
      const answer = await add(body, type);
      assertError(answer, status);
      assert.match([answer.body.message].flat()[0], message);
      assert.deepEqual((await call(server, path, { key })).body.data, []);
    });
  }

  test('a file of more than 15 MB fails, a body of more than 25 MB is refused', async () => {
    const { add } = await newLead();
    const jpeg = await picture(6);
    const large = Buffer.concat([jpeg, Buffer.alloc(15 * 1024 * 1024)]);
    assert.deepEqual(wordsFor((await add(large, 'image/jpeg')).body.data), ['too_large']);
    assertError(await add(Buffer.concat([large, large]), 'image/jpeg'), 413);
  });

  test('a lead or job has at most 100 photos', async () => {
    const { key, id, path } = await newLead();
    const photoUrls = Array.from({ length: 10 }, () => 'not a url');
    for (let n = 0; n < 10; n++) {
      assert.equal((await call(server, path, { key, body: { photoUrls } })).status, 201);
    }
    const full = await call(server, path, { key, body: { photoUrls: ['not a url'] } });
    assertError(full, 409);
    assert.equal(full.headers.get('error-code'), 'photos_full');
    assert.equal((await call(server, `/v1/api/work-items/${id}`, { key })).body.photos.length, 100);
  });

  test('the scope is that of changes of the item', async () => {
    const { brandId, key, id, path } = await newLead();
    const bytes = await picture(7);
    const statusFor = async (options: Parameters<typeof server.createKey>[0]) => {
      const other = await server.createKey(options);
      const headers = { 'content-type': 'image/jpeg' };
      return (await call(server, path, { key: other, rawBody: bytes, headers })).status;
    };
    assert.equal(await statusFor({ brandId, scopes: ['leads:write'] }), 201);
    assert.equal(await statusFor({ brandId, scopes: ['work-items:write'] }), 403);
    assert.equal(await statusFor({ brandId, scopes: ['leads:read'] }), 403);
    assert.equal(await statusFor({}), 404);
    await moveWorkItem(server, key, id, 'pending');
    assert.equal(await statusFor({ brandId, scopes: ['work-items:write'] }), 201);
    assert.equal(await statusFor({ brandId, scopes: ['leads:write'] }), 403);
    const item = `/v1/api/work-items/${id}`;
    await call(server, item, { key, method: 'DELETE' });
    assert.equal(await statusFor({ brandId }), 404);
  });
});
