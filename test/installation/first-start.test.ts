// The key and link that a first start prints expire unused, and are not printed where an owner is
// configured.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { listApiKeys } from '#actions/accounts/api-keys.ts';
import { listBrands } from '#actions/accounts/brands.ts';
import { hashOfToken } from '#core/accounts/session-token.ts';
import { findAccountLink } from '#db/accounts/account-links.ts';
import { call } from '../support/call.ts';
import { temporaryFolder } from '../support/command-line.ts';
import { withEachDatabase } from '../support/each-database.ts';
import type { TestServer } from '../support/server.ts';
import { passwordOfTests as password, samePage } from '../support/sign-in.ts';

const keyShape = /vk_\w{38}/;
const linkShape = /\/welcome\/([\w-]{43})/;
const email = 'Owner@Example.com';

withEachDatabase('the first start', (start) => {
  const folder = temporaryFolder();
  const started: TestServer[] = [];
  after(async () => {
    for (const server of started) await server.stop();
    folder.remove();
  });
  const newServer = async (name: string, env: Record<string, string> = {}) => {
    const server = await start({ dataDir: folder.file(name), env });
    started.push(server);
    return server;
  };

  const expired = Date.now() - 1;
  const endUnusedKeys = (server: TestServer) =>
    server.withDatabase((db) => db.run('update api_keys set unused_until = ?', expired));
  const readKey = async (server: TestServer) => {
    const [brand] = await server.withDatabase((db) => listBrands(db));
    const keys = await server.withDatabase((db) => listApiKeys(db, { brandId: brand!.id }));
    assert.equal(keys.length, 1);
    return keys[0]!;
  };
  const list = async (server: TestServer, key: string) =>
    (await call(server, '/v1/api/leads', { key })).status;
  const signIn = (server: TestServer, typed: string) =>
    call(server, '/v1/app/sign-in', { body: { email, password: typed }, headers: samePage });

  test('a key unused for a day expires, and the welcome says how to get another', async () => {
    const server = await newServer('unused key');
    const [key] = keyShape.exec(server.output())!;
    const { brandId, createdAt, expiresAt } = await readKey(server);
    assertEndsAfterADay({ createdAt, expiresAt });
    assert.ok(server.output().includes(`Guide for integrators: ${server.url}/docs/guide\n`));
    assert.match(server.output(), /If unused, they expire after 24 hours/);
    assert.ok(server.output().includes(`keys create --brand ${brandId} `));
    assert.ok(server.output().includes(`members link --brand ${brandId}\n`));

    await endUnusedKeys(server);
    assert.equal(await list(server, key), 401);
    assert.equal((await readKey(server)).expiresAt, expired);
  });

  test('a used key does not expire', async () => {
    const server = await newServer('used key');
    const [key] = keyShape.exec(server.output())!;
    const { body } = await call(server, '/v1/api/key', { key });
    assert.equal(body.expiresAt, null);
    assert.equal((await readKey(server)).expiresAt, null);
    await endUnusedKeys(server);
    await server.stop('SIGKILL');

    const again = await newServer('used key');
    assert.equal(await list(again, key), 200);
  });

  test('a link unused for a day expires', async () => {
    const server = await newServer('unused link');
    const [, token] = linkShape.exec(server.output())!;
    const link = await server.withDatabase((db) => findAccountLink(db, hashOfToken(token!)));
    assertEndsAfterADay(link!);
    const read = async () => (await call(server, `/v1/app/links/${token}`)).status;
    assert.equal(await read(), 200);
    await server.withDatabase((db) => db.run('update account_links set expires_at = ?', expired));
    assert.equal(await read(), 404);
  });

  test('with an owner in the settings it prints no secret, and the owner signs in', async () => {
    const passwordFile = folder.file('owner-password');
    writeFileSync(passwordFile, `${password}\n`);
    const owner = { VAKWERK_OWNER_EMAIL: email, VAKWERK_OWNER_PASSWORD_FILE: passwordFile };
    const first = await newServer('owner', owner);
    assert.match(first.output(), /VAKWERK_OWNER_EMAIL.*\/sign-in\n/s);
    const { status, body, text } = await signIn(first, password);
    assert.equal(status, 200, text);
    assert.deepEqual(
      [body.account.email, body.account.name, body.role, body.brand.name],
      [email, 'Owner', 'owner', 'Demo brand'],
    );
    assert.equal((await signIn(first, `${password}\n`)).status, 401);
    await first.stop();
    // Not earlier: the log is written with a delay.
    for (const secret of [keyShape, linkShape, /owner@example\.com/i, password]) {
      assert.doesNotMatch(first.output(), new RegExp(secret, 'i'));
    }

    // From then on the settings change nothing, and the file is not read.
    rmSync(passwordFile);
    const other = { ...owner, VAKWERK_OWNER_EMAIL: 'other@example.com' };
    const second = await newServer('owner', other);
    assert.doesNotMatch(second.output(), /new installation/);
    assert.equal((await signIn(second, password)).status, 200);
    const accounts = await second.withDatabase((db) => db.all('select id from accounts'));
    assert.equal(accounts.length, 1);
  });
});

function assertEndsAfterADay(secret: { createdAt: number; expiresAt: number | null }): void {
  const hours = (secret.expiresAt! - secret.createdAt) / (60 * 60 * 1000);
  assert.equal(Math.round(hours), 24);
}
