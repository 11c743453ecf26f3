// What anybody may post takes bounded room: in the memory, on the disk and in the answers of lists.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTextLengthMax, plainPostBytesMax } from '#contract/limits.ts';
import { call, createLead } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import {
  asScript,
  formType,
  makeChannel,
  multipart,
  newVisitor,
  postForm,
  type TestChannel,
} from '../support/forms.ts';

await withEachServer('bounds of intakes', (server) => {
  const upload = ({ path }: TestChannel, fields: Record<string, string>, fileBytes = 0) => {
    const bytes = Buffer.alloc(fileBytes, 7);
    const file = { field: 'photo', name: 'a.jpg', type: 'image/jpeg', bytes };
    const { rawBody, headers } = multipart(fields, fileBytes > 0 ? [file] : []);
    return call(server, path, { rawBody, headers: { ...headers, ...newVisitor(asScript) } });
  };

  test('large fields beside files are refused, and the API goes on', async () => {
    for (const type of ['form', 'hook']) {
      const channel = await makeChannel(server, { type });
      const long = '\x01'.repeat(8 * plainPostBytesMax);
      const posts = [1, 2].map(() => upload(channel, { name: 'Jan', message: long }, 10));
      const made = await createLead(server, channel.key, {});
      assert.equal(made.status, 201, made.text);
      for (const { status, text } of await Promise.all(posts)) assert.equal(status, 413, text);
      assert.deepEqual(await channel.intakes(), []);
      const kept = await upload(channel, { message: 'Lekkage' }, 2 * plainPostBytesMax);
      assert.equal(kept.status, 400, kept.text);
      assert.equal((await channel.intakes()).length, 1);
    }
  });

  test('a list cuts long texts, and one intake has them all', async () => {
    const channel = await makeChannel(server, { type: 'form' });
    const message = 'x'.repeat(900_000);
    const sent = await postForm(server, channel, { message }, newVisitor(asScript));
    assert.equal(sent.status, 400, sent.text);
    const [listed] = await channel.intakes();
    const { length } = listed.lead.description as string;
    assert.ok(length > longTextLengthMax && length < 2 * longTextLengthMax, `${length}`);
    const { body } = await call(server, `/v1/api/intakes/${listed.id}`, { key: channel.key });
    assert.equal(body.sent.message, message);
    assert.ok(JSON.stringify(body.lead).length < 256 * 1024);
  });

  test('control characters are stored at little more than their size', async () => {
    const channel = await makeChannel(server, { type: 'hook' });
    const rawBody = `message=${'\x01'.repeat(900_000)}`;
    await call(server, channel.path, { rawBody, headers: { ...formType, ...newVisitor() } });
    const [{ id }] = await channel.intakes();
    const { body } = await call(server, `/v1/api/intakes/${id}`, { key: channel.key });
    assert.ok(JSON.stringify(body.sent).length < 1_000_000);
  });
});
