// A push service on loopback. It decrypts what it gets with a library that the server does not use,
// and checks its signature.
import assert from 'node:assert/strict';
import { createECDH, createPublicKey, type ECDH, randomBytes, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { SignedIn } from './sign-in.ts';
import { listenOnSharedPort } from './shared-ports.ts';
import { eventually } from './within.ts';

interface Pushed {
  headers: Record<string, string>;
  /** Decrypted. */
  // oxlint-disable-next-line typescript/no-explicit-any
  data: any;
  /** Bytes as sent. */
  size: number;
  /** In terms of `performance.now()`. */
  at: number;
}

export interface Browser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** In order; messages that were answered with an error are left out. */
  readonly pushed: Pushed[];
  /** Messages so far, those with an error included. */
  readonly attempts: number;
  /** Statuses of the next responses; 201 by default. */
  answerNext(...statuses: number[]): void;
  /** Is sent with each 429. */
  retryAfter: string | null;
  until(count: number): Promise<Pushed[]>;
}

export interface PushService {
  readonly port: number;
  /** A browser that has not told the server of its subscription. */
  newBrowser(): Browser;
  /** A browser in which the member allowed notifications. */
  browserOf(member: SignedIn): Promise<Browser>;
  /** Messages that are not answered. */
  readonly hanging: number;
  /** Answers from now on, also what hangs: that it is to be sent again. */
  recover(): void;
  close(): Promise<void>;
}

// It has no types.
const ece = createRequire(import.meta.url)('http_ece') as {
  decrypt(body: Buffer, how: { version: string; privateKey: ECDH; authSecret: Buffer }): Buffer;
};
const certificates = join(import.meta.dirname, 'certificates');

/** Settings to push there, with short retries. */
export function pushingTo(...services: Pick<PushService, 'port'>[]): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: join(certificates, 'authority.pem'),
    PUSH_TRUSTED_NETWORKS: '127.0.0.1/32',
    PUSH_PORTS: [443, ...services.map(({ port }) => port)].join(','),
    PUSH_RETRY_MS: '50,50,50',
    PUSH_CONTACT: 'mailto:tests@example.com',
  };
}

interface Known {
  ecdh: ECDH;
  auth: Buffer;
  pushed: Pushed[];
  statuses: number[];
  attempts: number;
  retryAfter: string | null;
}

/** With `isShared`, on a port that the shared servers may push to. With `hangs`, it never answers. */
export async function startPushService({
  isShared = false,
  hangs = false,
} = {}): Promise<PushService> {
  const known = new Map<string, Known>();
  const hanging = new Set<ServerResponse>();
  let isHanging = hangs;
  const server = createServer(
    {
      cert: readFileSync(join(certificates, 'host.pem')),
      key: readFileSync(join(certificates, 'host-key.pem')),
    },
    async (request, response) => {
      const body = await buffer(request);
      const browser = known.get(request.url!);
      if (!browser) return void response.writeHead(404).end();
      browser.attempts++;
      if (isHanging) {
        hanging.add(response);
        return void response.once('close', () => hanging.delete(response));
      }
      const status = browser.statuses.shift() ?? 201;
      if (status < 300) {
        const headers = request.headers as Record<string, string>;
        const { ecdh: privateKey, auth: authSecret } = browser;
        const text = ece.decrypt(body, { version: 'aes128gcm', privateKey, authSecret }).toString();
        const data = JSON.parse(text);
        browser.pushed.push({ headers, data, size: body.length, at: performance.now() });
      }
      const { retryAfter } = browser;
      const headers = status === 429 && retryAfter ? { 'retry-after': retryAfter } : {};
      response.writeHead(status, headers).end();
    },
  );
  if (isShared) await listenOnSharedPort(server);
  else await once(server.listen(0, '127.0.0.1'), 'listening');
  server.unref();
  const { port } = server.address() as AddressInfo;
  const newBrowser = (): Browser => {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    const auth = randomBytes(16);
    const path = `/push/${randomBytes(16).toString('hex')}`;
    const mine: Known = { ecdh, auth, pushed: [], statuses: [], attempts: 0, retryAfter: null };
    known.set(path, mine);
    return {
      subscription: {
        endpoint: `https://127.0.0.1:${port}${path}`,
        keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
      },
      pushed: mine.pushed,
      get attempts() {
        return mine.attempts;
      },
      get retryAfter() {
        return mine.retryAfter;
      },
      set retryAfter(value) {
        mine.retryAfter = value;
      },
      answerNext: (...statuses) => void mine.statuses.push(...statuses),
      async until(count) {
        await eventually(async () => mine.pushed.length >= count);
        return mine.pushed;
      },
    };
  };

  return {
    port,
    newBrowser,
    get hanging() {
      return hanging.size;
    },
    recover() {
      isHanging = false;
      for (const response of hanging) response.writeHead(503).end();
    },
    async browserOf(member) {
      const browser = newBrowser();
      const body = browser.subscription;
      const answer = await member.call('/v1/app/push-subscriptions', { body });
      assert.equal(answer.status, 201, answer.text);
      return browser;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Checks the signature of a message (RFC 8292), and returns its claims. */
export function claimsOf({ headers }: Pushed, publicKey: string): Record<string, unknown> {
  const signed = headers['authorization'] ?? '';
  const [, token = '', key] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(signed) ?? [];
  assert.ok(token !== '', signed);
  assert.equal(key, publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const verifier = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x, y },
    format: 'jwk',
  });
  const [head, claims = '', signature = ''] = token.split('.');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  assert.ok(isSigned, 'the signature is valid');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
