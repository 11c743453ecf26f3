// Trade, logo and colour of a brand: set by its owners, and shown on forms and work reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { makeChannel } from '../support/forms.ts';
import { readPdf } from '../support/pdf-text.ts';
import { makePicture } from '../support/sample-pictures.ts';
import { assertError, assertRefused } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';

const logoOf = async (format: 'png' | 'jpeg', number: number) =>
  `data:image/${format};base64,${(await makePicture(format, { number })).toString('base64')}`;

await withEachServer('the looks of a brand', (server) => {
  test('owners set them, and members read them', async () => {
    const me = await signInAs(server);
    const member = await signInAs(server, { brandId: me.brandId, role: 'member' });
    const patch = (body: object, by = me) => by.call('/v1/app/brand', { method: 'PATCH', body });
    for (const format of ['png', 'jpeg'] as const) {
      const looks = { trade: 'Loodgieter', colour: '#0b6e4f', logo: await logoOf(format, 71) };
      const { status, body } = await patch(looks);
      assert.equal(status, 200);
      const { trade, colour, logo } = body;
      assert.deepEqual({ trade, colour, logo }, looks);
      assert.deepEqual((await member.call('/v1/app/brand')).body, body);
    }
    assertError(await patch({ colour: '#000000' }, member), 403);
    const session = await member.call('/v1/app/session');
    assert.deepEqual(
      [session.body.brand.trade, session.body.brand.logo],
      ['Loodgieter', undefined],
    );
    // Other changes leave them.
    assert.match((await patch({ name: 'Visser' })).body.logo, /^data:image\/jpeg/);
    const none = await patch({ trade: null, colour: null, logo: null });
    assert.deepEqual([none.body.trade, none.body.colour, none.body.logo], [null, null, null]);
  });

  test('anything but a small PNG or JPEG, or a colour, is refused', async () => {
    const me = await signInAs(server);
    const picture = (await logoOf('png', 72)).split(',')[1]!;
    const vast = Buffer.from(picture, 'base64');
    vast.writeUInt32BE(60_000, 16);
    vast.writeUInt32BE(60_000, 20);
    for (const wrong of [
      { logo: 'data:image/svg+xml;base64,AAAA' },
      { logo: `data:image/png;base64,${Buffer.from('<svg onload="x()">').toString('base64')}` },
      { logo: `data:image/png;base64,${vast.toString('base64')}` },
      { logo: `data:image/png;base64,${picture}" onerror="x()` },
      { logo: 'https://example.com/logo.png' },
      { logo: `data:image/png;base64,${'A'.repeat(100_000)}` },
      { colour: 'green' },
      { colour: '#12345' },
      { trade: 'x'.repeat(201) },
      { trade: 7 },
    ]) {
      const refused = await me.call('/v1/app/brand', { method: 'PATCH', body: wrong });
      assertRefused(refused, Object.keys(wrong)[0]!);
    }
  });

  test('forms show them unless they have looks of their own', async () => {
    const me = await signInAs(server);
    const logo = await logoOf('png', 73);
    await me.call('/v1/app/brand', {
      method: 'PATCH',
      body: { trade: 'Dak & goot', colour: '#0b6e4f', logo },
    });
    const pageOf = async (settings: object) => {
      const { id } = await makeChannel(server, { type: 'form', ...settings }, me);
      const embedded = await call(server, `/f/${id}/form.json`);
      const page = await (await fetch(`${server.url}/f/${id}`)).text();
      return { page, style: embedded.body.style as string };
    };
    const usual = await pageOf({});
    assert.ok(usual.page.includes(`<img src="${logo}"`));
    assert.ok(usual.page.includes('<small>Dak &amp; goot</small>'));
    assert.match(usual.page, /--accent:#0b6e4f/);
    assert.match(usual.style, /--accent:#0b6e4f/);
    const own = await logoOf('jpeg', 74);
    const other = await pageOf({ colour: '#7f0000', logo: own });
    assert.ok(other.page.includes(`<img src="${own}"`));
    assert.match(other.page, /--accent:#7f0000/);
    assert.match(other.style, /--accent:#7f0000/);
  });

  test('work reports show them, on the test side too', async () => {
    const me = await signInAs(server);
    const { brandId } = me;
    const reportFor = async (key: string) => {
      const { body } = await createLead(server, key, { title: 'Tap' });
      const headers = { 'x-api-key': key };
      const response = await fetch(`${server.url}/v1/api/work-items/${body.id}/report`, {
        headers,
      });
      assert.equal(response.status, 200);
      return readPdf(await response.bytes());
    };
    const keys = [
      await server.createKey({ brandId }),
      await server.createKey({ brandId, isTest: true }),
    ];
    for (const key of keys) assert.equal((await reportFor(key)).pictures, 0);
    const looks = { trade: 'Loodgieter', colour: '#ffe94d', logo: await logoOf('png', 75) };
    await me.call('/v1/app/brand', { method: 'PATCH', body: looks });
    for (const key of keys) {
      const { text, pictures } = await reportFor(key);
      assert.equal(pictures, 1);
      assert.match(text, /Loodgieter/);
    }
  });
});
