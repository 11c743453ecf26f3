// Webhook signatures by Standard Webhooks 1.0.
import type { WebhookEvent } from './events.ts';

/** The message is not from the service, is too old, or was tampered with. Respond 401 and ignore it. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

type WebhookBody = string | Uint8Array | ArrayBuffer;

type HeadersLike = Headers | Record<string, string | readonly string[] | undefined>;

/** One secret, or several while it is being replaced. */
type Secrets = { secret: string } | { secrets: readonly string[] };

export type WebhookToVerify = Secrets & {
  /** The raw body, before parsing: a string or bytes. */
  body: WebhookBody;
  /** The headers, as your framework provides them; a value may be an array. */
  headers: HeadersLike;
  /** The maximum difference between the message's time and now; 300 by default. */
  toleranceSeconds?: number | undefined;
};

const toleranceSecondsDefault = 300;
const version = 'v1';

/** Returns the event if one of the signatures matches one of the secrets. */
export async function verifyWebhook({
  body,
  headers,
  toleranceSeconds = toleranceSecondsDefault,
  ...given
}: WebhookToVerify): Promise<WebhookEvent> {
  refuseParsed(body);
  const id = headerIn(headers, 'webhook-id');
  const timestamp = headerIn(headers, 'webhook-timestamp');
  const signatures = headerIn(headers, 'webhook-signature').split(' ');
  const ageSeconds = Date.now() / 1000 - Number(timestamp);
  // Negated, so that NaN is refused too.
  if (!(Math.abs(ageSeconds) <= toleranceSeconds)) {
    throw new WebhookVerificationError('webhook-timestamp is too far from now');
  }
  let isGenuine = false;
  for (const secret of secretsIn(given)) {
    const expected = await signatureOf(`${id}.${timestamp}.`, body, secret);
    for (const signature of signatures) isGenuine = isSame(signature, expected) || isGenuine;
  }
  if (!isGenuine) throw new WebhookVerificationError('no signature matches the secret');
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  return JSON.parse(text) as WebhookEvent;
}

export type TestWebhook = ({ body: string } | { event: object }) &
  Secrets & {
    id?: string | undefined;
    /** Now by default; set it to test old messages. */
    timestamp?: Date | undefined;
  };

/**
 * Returns the headers that the service would send, to test a receiver. An `event` is signed as
 * `JSON.stringify(event)`.
 */
export async function signTestWebhook(message: TestWebhook): Promise<Record<string, string>> {
  const { id = 'test_1', timestamp = new Date() } = message;
  const body = 'body' in message ? message.body : JSON.stringify(message.event);
  const seconds = String(Math.floor(timestamp.getTime() / 1000));
  const signing = secretsIn(message).map((secret) =>
    signatureOf(`${id}.${seconds}.`, body, secret),
  );
  return {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': (await Promise.all(signing)).join(' '),
  };
}

/** A mistake in the receiver, not a forgery: hence no WebhookVerificationError. */
function refuseParsed(body: unknown): void {
  // Not instanceof: some test runners have their own classes.
  const type = Object.prototype.toString.call(body).slice('[object '.length, -1);
  if (['String', 'Uint8Array', 'ArrayBuffer'].includes(type)) return;
  throw new TypeError(
    `pass the raw body, a string or bytes, not ${type}: the signature covers the body as it was sent. ` +
      "In Express, use express.raw({ type: 'application/json' }) for this route; " +
      'with a Request of fetch, use await request.text()',
  );
}

function secretsIn(given: Secrets): readonly string[] {
  return 'secrets' in given ? given.secrets : [given.secret];
}

async function signatureOf(head: string, body: WebhookBody, secret: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyIn(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, bytesOf(head, body));
  return `${version},${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

/** Signs bytes as they are: different bytes could decode to the same text. */
function bytesOf(head: string, body: WebhookBody): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const start = encoder.encode(head);
  const rest = typeof body === 'string' ? encoder.encode(body) : new Uint8Array(body);
  const bytes = new Uint8Array(start.length + rest.length);
  bytes.set(start);
  bytes.set(rest, start.length);
  return bytes;
}

function keyIn(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const encoded = secret.replace(/^whsec_/, '');
    const key = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    if (key.length > 0) return key;
  } catch {
    // Reported below, without the secret.
  }
  throw new TypeError('not a webhook secret: it must begin with whsec_');
}

/** Constant-time comparison. */
function isSame(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

function headerIn(headers: HeadersLike, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : valueIn(headers, name);
  // An array of several values is several signatures, or else an id or time that matches none.
  const text = Array.isArray(value) ? value.join(' ') : value;
  if (typeof text === 'string' && text !== '') return text;
  throw new WebhookVerificationError(`${name} is missing`);
}

function isHeaders(headers: HeadersLike): headers is Headers {
  return typeof headers.get === 'function';
}

function valueIn(headers: Exclude<HeadersLike, Headers>, name: string): unknown {
  const key = Object.keys(headers).find((one) => one.toLowerCase() === name);
  return key === undefined ? null : headers[key];
}
