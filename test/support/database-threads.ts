// The threads that run actions, on a new database with one brand and its owner: for parts of the server that can be
// looked at without the rest of it.
import assert from 'node:assert/strict';
import type { IssuedApiKey } from '#actions/accounts/api-keys.ts';
import { hashOfToken } from '#core/accounts/session-token.ts';
import type { SessionRow } from '#db/accounts/account-tables.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { runInThreads } from '#runner/run-in-threads.ts';
import { temporaryFolder } from './command-line.ts';

export interface DatabaseThreads {
  readonly runner: ActionRunner;
  /** A new one of the owner. */
  openSession(): Promise<SessionRow>;
  createKey(): Promise<IssuedApiKey>;
  /** Expires after a day if it is not used. */
  readonly firstKey: string;
  stop(): Promise<void>;
}

const waitMsMax = 10_000;
const passwordHash = 'of no password';
const visitor = { userAgent: 'a test', address: '192.0.2.1' };

export async function startDatabaseThreads(): Promise<DatabaseThreads> {
  const folder = temporaryFolder();
  const runner = await runInThreads({
    file: folder.file('vakwerk.db'),
    waitMsMax,
    onAnswer() {},
    onCommit() {},
    onMigration() {},
    onNotified() {},
    onReaderMissing() {},
    onDeath(error) {
      throw error;
    },
  });
  const first = await runner.run('makeFirstBrand', { owner: null });
  const owner = { email: 'owner@example.com', name: 'Owner', language: null, passwordHash };
  const joined = await runner.run('useAccountLink', {
    tokenHash: hashOfToken(first!.secrets!.ownerToken),
    user: { kind: 'new', ...owner },
    visitor,
  });
  assert(joined.outcome === 'opened');
  const { brandId, accountId } = joined.session;
  return {
    runner,
    firstKey: first!.secrets!.key,
    async openSession() {
      const opened = await runner.run('signIn', { accountId, passwordHash, visitor });
      assert(opened !== null && opened !== 'changed');
      return opened.session;
    },
    async createKey() {
      const wanted = { brandId, name: 'test', scopes: ['full' as const], expiresAt: null };
      const made = await runner.run('createBrandKey', { ...wanted, createdBy: accountId });
      assert(made.outcome === 'done');
      return made.key;
    },
    async stop() {
      await runner.close();
      folder.remove();
    },
  };
}
