// A member's notification settings, and the browsers that show their notifications.
import { pushSubscriptionsPerAccountMax } from '#contract/limits.ts';
import { tellingJob } from '#core/notifications/notice-jobs.ts';
import {
  type NotificationSettings,
  rowOfSettings,
  settingsOf,
} from '#core/notifications/notification-settings.ts';
import { liveBrandIdOf } from '#db/accounts/brands.ts';
import { findSession } from '#db/accounts/sessions.ts';
import type { PushSubscriptionRow } from '#db/accounts/account-tables.ts';
import { listMemberships } from '#db/accounts/members.ts';
import type { Database } from '#db/database.ts';
import { lastPosition, lockNumbering } from '#db/events/events.ts';
import { enqueueJobs } from '#db/jobs/jobs.ts';
import { hasJob } from '#db/jobs/job-plans.ts';
import {
  findNotificationSettings,
  putNotificationSettings,
} from '#db/notifications/notification-settings.ts';
import { hurryNotices } from '#db/notifications/telling-jobs.ts';
import {
  deleteSubscription,
  findSubscriptions,
  putSubscription,
  renewSubscription,
} from '#db/notifications/push-subscriptions.ts';
import type { ActionContext } from '../context.ts';

interface MemberKey {
  /** Either side of the brand. */
  brandId: string;
  accountId: string;
}

interface Notifications {
  settings: NotificationSettings;
  browsers: Omit<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>[];
}

export async function readNotifications(
  db: Database,
  { brandId: sideId, accountId }: MemberKey,
): Promise<Notifications> {
  const brandId = await liveBrandIdOf(db, sideId);
  const [row] = await findNotificationSettings(db, { brandId, accountIds: [accountId] });
  const subscriptions = await findSubscriptions(db, [accountId]);
  return {
    settings: settingsOf(row),
    browsers: subscriptions.map(
      ({ endpoint: _endpoint, p256dh: _p256dh, auth: _auth, ...browser }) => browser,
    ),
  };
}

export function patchNotifications(
  db: Database,
  {
    brandId: sideId,
    accountId,
    changes: { isAsked, ...changes },
  }: MemberKey & {
    changes: Partial<Omit<NotificationSettings, 'askedAt'>> & { isAsked?: boolean };
  },
  context: ActionContext,
): Promise<Notifications> {
  return db.transaction(async (trx) => {
    const brandId = await liveBrandIdOf(trx, sideId);
    await trx.waitForLocks([`notifications ${brandId} ${accountId}`]);
    const { settings } = await readNotifications(trx, { brandId, accountId });
    const now = context.now();
    const asked = isAsked === undefined ? {} : { askedAt: isAsked ? now : null };
    const changed = { ...settings, ...changes, ...asked };
    await putNotificationSettings(trx, { brandId, accountId, ...rowOfSettings(changed) });
    await ensureTelling(trx, brandId, context);
    await hurryNotices(trx, { brandId, accountId, now });
    return readNotifications(trx, { brandId, accountId });
  });
}

interface NewSubscription {
  /** Of the session that subscribes. */
  tokenHash: string;
  accountId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  userAgent: string;
}

/** Returns null for a session that ended meanwhile. Beyond the limit, the oldest is removed. */
export function addPushSubscription(
  db: Database,
  { tokenHash, ...fields }: NewSubscription,
  context: ActionContext,
): Promise<Omit<PushSubscriptionRow, 'endpoint' | 'p256dh' | 'auth'> | null> {
  return db.transaction(async (trx) => {
    const { accountId } = fields;
    const locks = [`push subscriptions ${accountId}`, `push endpoint ${fields.endpoint}`];
    await trx.waitForLocks(locks);
    const session = await findSession(trx, tokenHash);
    if (session?.accountId !== accountId) return null;
    const row = { ...fields, sessionId: session.id, createdAt: context.now() };
    const known = await renewSubscription(trx, row);
    if (known) return known;
    const others = await findSubscriptions(trx, [accountId]);
    for (const oldest of others.slice(0, -(pushSubscriptionsPerAccountMax - 1))) {
      await deleteSubscription(trx, oldest);
    }
    const made = { ...row, id: context.newId() };
    await putSubscription(trx, made);
    for (const { brandId } of await listMemberships(trx, accountId)) {
      await ensureTelling(trx, brandId, context);
    }
    return made;
  });
}

export function removePushSubscription(
  db: Database,
  key: { accountId: string; id: string },
): Promise<boolean> {
  return db.transaction((trx) => deleteSubscription(trx, key));
}

/** The browsers of an account show the notifications of each of its brands. */
export async function tellNewMember(
  trx: Database,
  { brandId, accountId }: MemberKey,
  context: ActionContext,
): Promise<void> {
  const subscriptions = await findSubscriptions(trx, [accountId]);
  if (subscriptions.length > 0) await ensureTelling(trx, brandId, context);
}

/** Most brands have no telling job until somebody wants to be told. It begins with the next event. */
async function ensureTelling(
  trx: Database,
  brandId: string,
  context: ActionContext,
): Promise<void> {
  await lockNumbering(trx, brandId);
  if (await hasJob(trx, { brandId, id: brandId })) return;
  const now = context.now();
  const telling = { after: await lastPosition(trx, brandId), at: 0 };
  await enqueueJobs(trx, [tellingJob(brandId, telling, { now, dueAt: now })]);
}
