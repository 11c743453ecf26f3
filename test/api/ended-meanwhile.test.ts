// Credentials that expire while a request waits for a lock: a key, and a password link beside
// another one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasswordLink } from '#actions/accounts/account-links.ts';
import { lockKeys } from '#actions/still-allowed.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import { systemContext } from '#runner/system-context.ts';
import { call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { samePage, signInAs } from '../support/sign-in.ts';
import { untilWaiting } from '../support/until-waiting.ts';

await withEachServer('while a request waits', (server) => {
  test('a key that expires creates no webhook', async () => {
    const { id: brandId } = await server.createBrand();
    const key = await server.createKey({ brandId });
    // Caches the key.
    assert.equal((await call(server, '/v1/api/leads', { key })).status, 200);
    const body = { url: 'https://example.com/late', state: 'paused' };
    const { creating } = await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        await lockKeys(trx, brandId);
        const creating = call(server, '/v1/api/webhooks', { key, body });
        await untilWaiting(trx, [creating]);
        const set = 'update api_keys set expires_at = ? where brand_id = ?';
        await trx.run(set, Date.now() - 1_000, brandId);
        return { creating };
      }),
    );
    const answer = await creating;
    // A key change in another test file may have invalidated the cache.
    assertError(answer, answer.status === 401 ? 401 : 403);
    const stored = await server.withDatabase((db) =>
      db.all('select id from webhook_endpoints where brand_id = ?', brandId),
    );
    assert.deepEqual(stored, []);
  });

  test('of two concurrent password links one works, and the other is gone', async () => {
    const { email, accountId } = await signInAs(server);
    const emailKey = emailKeyOf(email)!;
    const linkTo = () =>
      server.withDatabase((db) => makePasswordLink(db, { emailKey }, systemContext()));
    const links = [await linkTo(), await linkTo()];
    const { sent } = await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        const hold = `select id from accounts where id = ?${trx.dialect.forUpdate}`;
        await trx.all(hold, accountId);
        const sent = links.map((link) =>
          call(server, `/v1/app/links/${link!.token}`, {
            body: { password: 'koffie met zeven ganzen' },
            headers: samePage,
          }),
        );
        await untilWaiting(trx, sent, sent.length);
        return { sent };
      }),
    );
    const answers = await Promise.all(sent);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
  });
});
