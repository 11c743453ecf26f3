// The keys that identify this installation to push services (VAPID, RFC 8292). Browsers subscribe to
// the public one, so it stays the same for good.
import { generateKeyPairSync } from 'node:crypto';
import type { Database } from '#db/database.ts';
import {
  findPushKeys,
  insertPushKeys,
  type PushKeys,
} from '#db/notifications/push-subscriptions.ts';
import type { ActionContext } from '../context.ts';

/** Creates the keys at the first start. */
export async function ensurePushKeys(db: Database, context: ActionContext): Promise<void> {
  if (await findPushKeys(db)) return;
  await db.transaction(async (trx) => {
    // Several servers may start on a new database concurrently.
    await trx.waitForLocks(['push keys']);
    if (await findPushKeys(trx)) return;
    await insertPushKeys(trx, { ...makePushKeys(), createdAt: context.now() });
  });
}

/** The same on every server of this database, and after every start. */
export async function readPushPublicKey(db: Database): Promise<string> {
  return (await findPushKeys(db))!.publicKey;
}

function makePushKeys(): PushKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y, d } = privateKey.export({ format: 'jwk' }) as { x: string; y: string; d: string };
  const isUncompressed = Buffer.of(4);
  const point = Buffer.concat([
    isUncompressed,
    ...[x, y].map((part) => Buffer.from(part, 'base64url')),
  ]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}
