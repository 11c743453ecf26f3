// The work report of a job, read back from its PDF.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { multipart } from '../support/forms.ts';
import { readPdf } from '../support/pdf-text.ts';
import { outcomesOf, wordsFor } from '../support/photo-server.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError } from '../support/shapes.ts';

const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`;

await withEachServer('work reports', (server) => {
  const newJob = async (fields: object = {}) => {
    const brand = await server.createBrand();
    const key = await server.createKey({ brandId: brand.id });
    const body = {
      title: 'Boiler “Ζεύς”',
      description: 'No hot water since Monday',
      customer: { name: 'Anna Bakker', companyName: 'Bakker BV', phone: '0612345678' },
      address: { street: 'Oudegracht', streetNumber: '12', city: 'Utrecht' },
      ...fields,
    };
    const made = await call(server, '/v1/api/work-items', { key, body });
    assert.equal(made.status, 201, made.text);
    const path = `/v1/api/work-items/${made.body.id}`;
    const change = async (patch: object) => {
      const changed = await call(server, path, { key, method: 'PATCH', body: patch });
      assert.equal(changed.status, 200, changed.text);
    };
    const report = async () => {
      const headers = { 'x-api-key': key };
      const response = await fetch(`${server.url}${path}/report`, { headers });
      assert.equal(response.status, 200);
      return { headers: response.headers, ...(await readPdf(await response.bytes())) };
    };
    return { brandId: brand.id, key, path, change, report };
  };
  const addPhotos = async (key: string, path: string, from: number, count: number) => {
    const files = await Promise.all(
      Array.from({ length: count }, async (_, n) => ({
        field: 'photos',
        name: `${n}.png`,
        type: 'image/png',
        bytes: await makePicture('png', { number: 500 + from + n }),
      })),
    );
    const { rawBody, headers } = multipart({}, files);
    const added = await call(server, `${path}/photos`, { key, rawBody, headers });
    assert.equal(added.status, 201, added.text);
    const id = path.split('/').at(-1)!;
    assert.deepEqual(new Set(wordsFor(await outcomesOf(server, key, id))), new Set(['stored']));
  };

  test('it has the customer, the work, the amount, the photos and the signature', async () => {
    const { key, path, change, report } = await newJob();
    await change({ status: 'in_progress' });
    await change({
      status: 'completed',
      completionNotes: 'New valve fitted',
      hoursWorked: '3 hours, two of us',
      materials: 'Valve 15 mm\nTwo metres of pipe',
      finalCost: 123_450,
      signedBy: 'Anna B.',
      customerSignature: dataUrl(await makePicture('png', { number: 1 })),
    });
    await addPhotos(key, path, 0, 3);
    const { headers, pages, text, pictures } = await report();
    assert.equal(headers.get('content-type'), 'application/pdf');
    assert.match(headers.get('content-disposition')!, /^inline; filename="werkbon-\w{6}\.pdf"$/);
    assert.equal(pictures, 4);
    assert.equal(pages, 1 + Number(pages > 1));
    const expected = [
      ['Werkbon', 'Bakker BV', 'Anna Bakker', '0612345678', 'Oudegracht 12', 'Utrecht'],
      ['Boiler “Ζεύς”', 'No hot water since Monday', 'New valve fitted', '3 hours, two of us'],
      ['Valve 15 mm', 'Two metres of pipe', '1.234,50', 'Foto’s', 'Handtekening', 'Anna B.'],
    ].flat();
    for (const shown of expected) assert.ok(text.includes(shown), `${shown} in ${text}`);
  });

  test('20 photos are shown, long texts are cut, and the pages are bounded', async () => {
    const long = 'Half a day of work in the cellar. '.repeat(290);
    const { key, path, change, report } = await newJob({ description: long });
    await change({ completionNotes: long, materials: long });
    for (const from of [0, 10, 20]) await addPhotos(key, path, from, from === 20 ? 2 : 10);
    const { pages, text, pictures } = await report();
    assert.equal(pictures, 20);
    assert.match(text, /Nog 2 foto’s zijn niet afgebeeld/);
    assert.ok(pages <= 10, `${pages} pages`);
  });

  test('a broken signature is left out', async () => {
    const { change, report } = await newJob();
    const picture = await makePicture('png', { number: 2 });
    for (const broken of [
      picture.subarray(0, 60),
      Buffer.concat([picture.subarray(0, 50), Buffer.alloc(80, 7), picture.subarray(130)]),
      Buffer.from('no picture'),
    ]) {
      await change({ customerSignature: dataUrl(broken), signedBy: 'Jan' });
      const { text } = await report();
      assert.match(text, /Handtekening.*Jan/);
    }
    await change({ customerSignature: 'Piet de Vries', signedBy: null });
    assert.match((await report()).text, /Handtekening.*Piet de Vries/);
  });

  test('it takes the scope of the item’s phase, and is of the own brand', async () => {
    const { brandId, path } = await newJob();
    const statusFor = async (options: Parameters<typeof server.createKey>[0]) =>
      (await call(server, `${path}/report`, { key: await server.createKey(options) })).status;
    assert.equal(await statusFor({ brandId, scopes: ['work-items:read'] }), 200);
    assert.equal(await statusFor({ brandId, scopes: ['leads:read'] }), 403);
    assert.equal(await statusFor({}), 404);
    const key = await server.createKey({ brandId });
    assertError(await call(server, `${path}/report?size=a5`, { key }), 400);
  });
});
