// Prism, a validating proxy, stands between the happy paths and a server: with `--errors` it answers
// a request or response that differs from the OpenAPI document with an error of its own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { call } from '../support/call.ts';
import { skipWithoutClientTools } from '../support/client-tools.ts';
import { senderOf, walkHappyPaths } from '../support/happy-paths.ts';
import { type Document, operationsOf } from '../support/open-api.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { type Prism, startPrism } from '../support/prism.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';

const server = await sharedServer();

describe('Prism as a validating proxy', { skip: skipWithoutClientTools }, () => {
  let text: string;
  let document: Document;
  let pictures: PictureHost;
  let receiver: Receiver;
  let hosts: { pictureUrl: string; receiverUrl: string };
  before(async () => {
    ({ text, body: document } = await call(server, '/openapi.json'));
    pictures = await startPictureHost({ isShared: true });
    receiver = await startReceiver({ isShared: true });
    hosts = { pictureUrl: pictures.url('/photo.jpg'), receiverUrl: receiver.url('/prism') };
  });
  after(async () => {
    await pictures?.close();
    await receiver?.close();
  });

  const withPrism = async (served: string, work: (prism: Prism) => Promise<void>) => {
    const prism = await startPrism(served, server.url);
    try {
      await work(prism);
    } finally {
      await prism.stop();
    }
  };

  test('finds no violation on the happy paths of all operations', async () => {
    await withPrism(text, async (prism) => {
      const sender = senderOf(document, prism, await server.createKey(), {
        upstream: server,
      });
      await walkHappyPaths(document, sender, hosts);
      const all = operationsOf(document).map(({ operation }) => operation.operationId);
      // The server sends no mail, and says so with 409.
      const reached = [...sender.reached, 'mailWorkReport'];
      assert.deepEqual(reached.toSorted(), all.toSorted());
    });
  });

  test('would find one: a field of another type', async () => {
    const changed = structuredClone(document) as unknown as {
      components: { schemas: Record<string, { properties: Record<string, object> }> };
    };
    changed.components.schemas['CurrentKey']!.properties['scopes'] = { type: 'number' };
    await withPrism(JSON.stringify(changed), async (prism) => {
      const answer = await call(prism, '/v1/api/key', { key: await server.createKey() });
      assert.equal(answer.status, 500);
      assert.match(answer.text, /VIOLATIONS/);
    });
  });
});
