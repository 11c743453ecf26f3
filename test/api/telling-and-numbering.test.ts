// Telling members may be slow, and events are numbered meanwhile. SQLite has one writer, and no numbering.
// Locks a table, so it has its own server.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { call, createLead } from '../support/call.ts';
import { withEachDatabase } from '../support/each-database.ts';
import { type PushService, pushingTo, startPushService } from '../support/push-service.ts';
import { signInAs } from '../support/sign-in.ts';
import type { TestServer } from '../support/server.ts';
import { eventually } from '../support/within.ts';

withEachDatabase('telling', (start, engine) => {
  if (engine === 'SQLite') return;
  let service: PushService;
  let server: TestServer;
  before(async () => {
    service = await startPushService();
    // Members are being told for so long.
    server = await start({ env: { ...pushingTo(service), DATABASE_WAIT_MS: '60000' } });
  });
  after(() => Promise.all([server?.stop(), service?.close()]));

  test('events are numbered while members are told', async () => {
    const me = await signInAs(server);
    const browser = await service.browserOf(me);
    const key = await server.createKey({ brandId: me.brandId });
    const create = async () => (await createLead(server, key)).body.id as string;
    const hasEventOf = async (id: string) => {
      const { body } = await call(server, '/v1/api/events', { key });
      return body.data.some((event: { subjectId: string }) => event.subjectId === id);
    };
    await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        await trx.execute('lock table push_subscriptions in access exclusive mode');
        const waiting = () =>
          trx.all(
            `select pid from pg_locks where relation = 'push_subscriptions'::regclass and not granted`,
          );
        await create();
        await eventually(async () => (await waiting()).length === 1);
        const telling = await waiting();
        const id = await create();
        await eventually(() => hasEventOf(id));
        assert.deepEqual(await waiting(), telling);
      }),
    );
    await browser.until(2);
    assert.equal(browser.pushed.length, 2);
  });
});
