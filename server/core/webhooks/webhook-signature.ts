// Signs messages by Standard Webhooks 1.0.
import { createHmac } from 'node:crypto';

const secretPrefix = 'whsec_';
export const secretBytes = 32;

export function webhookSecretOf(bytes: Uint8Array): string {
  return secretPrefix + Buffer.from(bytes).toString('base64');
}

interface Message {
  id: string;
  /** Milliseconds. */
  sentAt: number;
  body: string;
}

/** One signature per secret, newest first; receivers accept any that matches. */
export function signWebhook({ id, sentAt, body }: Message, secrets: readonly string[]): string {
  const signed = `${id}.${timestampOf(sentAt)}.${body}`;
  return secrets.map((secret) => `v1,${hmacOf(signed, secret)}`).join(' ');
}

function hmacOf(text: string, secret: string): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  return createHmac('sha256', key).update(text).digest('base64');
}

export function webhookHeaders(message: {
  id: string;
  sentAt: number;
  signature: string;
}): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Vakwerk-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': timestampOf(message.sentAt),
    'webhook-signature': message.signature,
  };
}

function timestampOf(sentAt: number): string {
  return String(Math.floor(sentAt / 1000));
}
