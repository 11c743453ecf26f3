// Encrypts a notification for one browser (RFC 8291), and signs it for its push service (RFC 8292).
import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { WebhookMessage } from './send-webhook.ts';

interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
  keys: { publicKey: string; privateKey: string };
}

interface PushOptions {
  /** How push services reach the operator. */
  contact: string;
  /** How long the push service keeps it for a phone that is off. */
  ttlSeconds: number;
  urgency: 'normal' | 'high';
}

export async function pushMessage(
  { endpoint, p256dh, auth, keys }: PushTarget,
  data: object,
  { contact, ttlSeconds: ttl, urgency }: PushOptions,
): Promise<WebhookMessage> {
  const { headers, body } = await buildPushPayload(
    { data: JSON.stringify(data), options: { ttl, urgency } },
    { endpoint, expirationTime: null, keys: { p256dh, auth } },
    { subject: contact, ...keys },
  );
  return { url: endpoint, headers: { ...headers }, body };
}
