// A member's notifications: what they are told, and in which browsers.
import { webcrypto } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NewPushSubscription, NotificationPatch } from '#contract/notification.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import { about, type FieldMessage, messageOf } from '#core/reading/field-message.ts';
import { timestamp } from '#core/timestamp.ts';
import { readWebhookUrl, type WebhookNetworkPolicy } from '#core/webhooks/webhook-url.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { Config } from '#server/config.ts';
import { visitorOf } from '../../accounts/app-session.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import { ApiError } from '../../refusals/api-error.ts';

interface NotificationParts {
  config: Config;
  pushPublicKey: string;
}

type Notifications = Awaited<ReturnType<typeof readThem>>;

export function notificationRoutes(
  app: FastifyInstance,
  { config, pushPublicKey }: NotificationParts,
): void {
  const options = { config: { member: 'any' as const } };
  app.get('/v1/app/notifications', options, read);
  app.patch('/v1/app/notifications', options, patch);
  app.post('/v1/app/push-subscriptions', options, subscribe);
  app.delete('/v1/app/push-subscriptions/:id', options, unsubscribe);
  const { pushTrustedNetworks: trustedNetworks, pushPorts: ports } = config;
  const policy = { trustedNetworks, ports };

  async function read(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { accountId, brandId } = memberOfRequest(request);
    return present(request, await readThem(request.run, { accountId, brandId }));
  }

  async function patch(request: FastifyRequest): Promise<object> {
    const changes = readBodyOf<NotificationPatch>(NotificationPatch, request);
    const { accountId, brandId } = memberOfRequest(request);
    const changed = await request.run('patchNotifications', { accountId, brandId, changes });
    return present(request, changed);
  }

  async function subscribe(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = readBodyOf<NewPushSubscription>(NewPushSubscription, request);
    const { subscription, messages } = await readSubscription(body, policy);
    if (messages) throw new ApiError(400, messages);
    const { accountId, session } = memberOfRequest(request);
    const { userAgent } = visitorOf(request);
    const wanted = { tokenHash: session.tokenHash, accountId, userAgent, ...subscription };
    const added = await request.run('addPushSubscription', wanted);
    if (!added) throw new ApiError(409, 'You were signed out meanwhile', { code: 'signed_out' });
    return reply.code(201).send(presentBrowser(added, session.id));
  }

  async function unsubscribe(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    refuseParameters(request);
    const { accountId } = memberOfRequest(request);
    const { id } = request.params;
    if (!(await request.run('removePushSubscription', { accountId, id }))) {
      throw new ApiError(404, `You have no browser ${echoed(id)} with notifications`);
    }
    return reply.code(204).send();
  }

  function present(request: FastifyRequest, { settings, browsers }: Notifications): object {
    const { session } = memberOfRequest(request);
    const { askedAt, ...rest } = settings;
    return {
      ...rest,
      isAsked: askedAt !== null,
      publicKey: pushPublicKey,
      sendsMail: config.mail !== null,
      browsers: browsers.map((browser) => presentBrowser(browser, session.id)),
    };
  }
}

function readThem(run: ActionRunner['run'], member: { accountId: string; brandId: string }) {
  return run('readNotifications', member);
}

interface Browser {
  id: string;
  sessionId: string | null;
  userAgent: string;
  createdAt: number;
}

function presentBrowser({ id, sessionId, userAgent, createdAt }: Browser, current: string): object {
  return { id, isCurrent: sessionId === current, userAgent, createdAt: timestamp(createdAt) };
}

interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

async function readSubscription(
  { endpoint, keys }: NewPushSubscription,
  policy: WebhookNetworkPolicy,
): Promise<
  | { subscription: Subscription; messages?: never }
  | { subscription?: never; messages: FieldMessage[] }
> {
  const { url, refusal } = readWebhookUrl(endpoint, policy);
  if (refusal) return { messages: [messageOf('endpoint', refusal)] };
  if (!url.startsWith('https:')) {
    return { messages: [about('endpoint', 'not_https', 'must begin with https://')] };
  }
  const [point, secret] = [bytesOf(keys.p256dh), bytesOf(keys.auth)];
  if (secret.length === authBytes && (await isPoint(point))) {
    const [p256dh, auth] = [point.toString('base64url'), secret.toString('base64url')];
    return { subscription: { endpoint: url, p256dh, auth } };
  }
  const text = 'must be those of a push subscription: p256dh, a P-256 point, and auth, 16 bytes';
  return { messages: [about('keys', 'wrong_format', text)] };
}

const authBytes = 16;

function bytesOf(text: unknown): Buffer {
  return Buffer.from(typeof text === 'string' ? text : '', 'base64url');
}

async function isPoint(bytes: Buffer): Promise<boolean> {
  const curve = { name: 'ECDH', namedCurve: 'P-256' };
  return webcrypto.subtle.importKey('raw', Uint8Array.from(bytes), curve, false, []).then(
    () => true,
    () => false,
  );
}
