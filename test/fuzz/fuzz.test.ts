// The OpenAPI document against the service: requests made from its schemas, with a fixed seed.
// `npm run fuzz` sends many more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { type PictureHost, startPictureHost } from '../support/picture-host.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { sharedServer } from '../support/shared-server.ts';
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts';
import { fuzz } from './fuzz.ts';
import { operationsIn } from './operations.ts';

const requests = 600;
const requestsWithLies = 300;
const shownMax = 10;

await withEachServer('the fuzzer', (server) => {
  let pictures: PictureHost;
  let receiver: Receiver;
  before(async () => {
    pictures = await startPictureHost({ isShared: true });
    receiver = await startReceiver({ isShared: true });
  });
  after(async () => {
    await pictures?.close();
    await receiver?.close();
  });

  test('finds no deviation, and every operation succeeds at least once', async () => {
    const { statuses, deviations } = await fuzz(server, {
      seed: seedOfRun(1),
      requests,
      pictureUrl: pictures.url('/photo.jpg'),
      receiverUrl: receiver.url('/fuzz'),
    });
    assert.deepEqual(deviations.slice(0, shownMax), []);
    const document = (await call(server, '/openapi.json')).body;
    const unreached = operationsIn(document)
      .map(({ id }) => id)
      .filter((id) => ![...(statuses.get(id)?.keys() ?? [])].some((status) => status < 300));
    // The server sends no mail, and says so with 409.
    assert.deepEqual(unreached, ['mailWorkReport']);
  });
});

test('finds each untruth of a document', async (t) => {
  const server = await sharedServer();
  const pictures = await startPictureHost({ isShared: true });
  t.after(() => pictures.close());
  const receiver = await startReceiver({ isShared: true });
  t.after(() => receiver.close());
  const document = (await call(server, '/openapi.json')).body;
  const { schemas, headers } = document.components;
  schemas.CurrentKey.properties.scopes = { type: 'number' };
  schemas.NewCalendarLink.properties.name.maxLength -= 100;
  headers['Accept-Ranges'].schema.enum = ['none'];
  delete document.paths['/v1/api/address'].get.responses[400];
  for (const parameter of document.paths['/v1/api/customers'].get.parameters) {
    if (parameter.name === 'sort') parameter.schema = { type: 'string', enum: ['name'] };
  }

  const { deviations } = await fuzz(server, {
    document,
    only: ['createCalendarLink', 'getAsset', 'getCurrentKey', 'listAddresses', 'listCustomers'],
    seed: seedOfRun(1),
    requests: requestsWithLies,
    pictureUrl: pictures.url('/photo.jpg'),
    receiverUrl: receiver.url('/lies'),
  });
  const found = (operation: string, said: RegExp) =>
    deviations.some((one) => one.operation === operation && said.test(one.said));
  assert.ok(found('getCurrentKey', /must be number/), 'a field of another type');
  assert.ok(found('createCalendarLink', /^it is invalid$/), 'a limit that is higher');
  assert.ok(found('listCustomers', /^it is valid$/), 'a value that is refused');
  assert.ok(found('getAsset', /Accept-Ranges/), 'a header with another value');
  assert.ok(found('listAddresses', /^400 is not documented$/), 'another status');
});
