// What a member makes in the very instant in which somebody sends them away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeMember } from '#actions/accounts/members.ts';
import { createWebhook } from '#actions/webhooks/webhooks.ts';
import { systemContext } from '#runner/system-context.ts';
import { type Answer, call } from '../support/call.ts';
import { withEachServer } from '../support/each-database.ts';
import { assertError } from '../support/shapes.ts';
import { signInAs } from '../support/sign-in.ts';
import { untilWaiting } from '../support/until-waiting.ts';

await withEachServer('a member who is being removed', (server) => {
  const hook = (name: string) => ({ url: `https://example.com/${name}`, state: 'paused' });
  const links = '/v1/api/calendar-links';
  const hooks = '/v1/api/webhooks';

  test('makes and changes nothing any more, nor does a key that ends with them', async () => {
    const owner = await signInAs(server, { name: 'Olga' });
    const { brandId } = owner;
    const leaver = await signInAs(server, { brandId, name: 'Leo', role: 'owner' });
    const { accountId } = leaver;
    const { body: key } = await leaver.call('/v1/app/keys', {
      body: { name: 'Full', scopes: ['full'] },
    });
    const ofOwner = (await owner.call(hooks, { body: hook('of-olga') })).body;
    const one = `${hooks}/${ofOwner.id}`;
    const turned = { method: 'PATCH', body: { url: 'https://example.com/turned' } };
    const rotated = { method: 'POST' };
    const byKey = (path: string, options: object) =>
      call(server, path, { key: key.key, ...options });
    // Known to the server before, so that no one of them is stopped at the gate.
    await leaver.call(hooks);
    await byKey(hooks, {});

    const { sent } = await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        const removing = { brandId, accountId, revoke: [key.id], keep: [] };
        assert.equal(await removeMember(trx, removing, systemContext()), 'done');
        const sent = [
          leaver.call(hooks, { body: hook('late') }),
          leaver.call(one, turned),
          leaver.call(`${one}/rotate-secret`, rotated),
          leaver.call(links, { body: { name: 'Late' } }),
          byKey(hooks, { body: hook('late') }),
          byKey(one, turned),
          byKey(`${one}/rotate-secret`, rotated),
          byKey(links, { body: { name: 'Late' } }),
        ];
        // A read comes back when those before it are past the gate.
        await owner.call(hooks);
        await untilWaiting(trx, sent);
        return { sent };
      }),
    );
    for (const answer of await Promise.all(sent)) assertRefused(answer);

    const { data } = (await owner.call(hooks)).body;
    assert.deepEqual(
      data.map(({ id, url, updatedAt }: Record<string, string>) => [id, url, updatedAt]),
      [[ofOwner.id, ofOwner.url, ofOwner.updatedAt]],
    );
    assert.deepEqual((await owner.call(links)).body.data, []);
  });

  test('stays when they have just made something that nobody has decided about', async () => {
    const owner = await signInAs(server);
    const { brandId } = owner;
    const { accountId } = await signInAs(server, { brandId, role: 'owner' });
    const path = `/v1/app/members/${accountId}`;
    const { removal } = await server.withDatabase((db) =>
      db.transaction(async (trx) => {
        const author = { actor: 'member', actorId: accountId, requestId: null } as const;
        const fields = { url: 'https://example.com/just', state: 'paused' } as const;
        const made = await createWebhook(trx, { brandId, author, fields }, systemContext());
        assert.equal(made.outcome, 'done');
        const removal = owner.call(path, { method: 'DELETE' });
        await untilWaiting(trx, [removal]);
        return { removal };
      }),
    );
    assertError(await removal, 409);
    assert.equal((await owner.call(`${path}/left-behind`)).body.data.length, 1);
  });
});

function assertRefused(answer: Answer): void {
  assertError(answer, answer.status === 403 ? 403 : 401);
}
