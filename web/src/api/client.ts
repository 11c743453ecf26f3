// The SDK client that integrators use, authenticated by the session cookie instead of an API key.
import { type Call, change, create, get, once } from '../../../sdk/src/call.ts';
import { type List, Vakwerk, type VakwerkError } from '../../../sdk/src/index.ts';
import { listOf } from '../../../sdk/src/list.ts';
import { sender } from '../../../sdk/src/send.ts';
import { noteResponse } from './reachability.ts';
import type { Session } from './session.ts';
import { brandRefused, readSession, signedOut } from './session-store.ts';

const timeoutMs = 15_000;
const connection = { apiKey: 'none', baseUrl: location.origin, timeoutMs };
const retries = { retriesMax: 2, retryBaseMs: 500, retryWaitMsMax: 10_000 };
// A 401 from these means a wrong password, not an expired session.
const signInPaths = /\/v1\/app\/(sign-in|links)\b/;

const fetchInSession: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('x-api-key');
  const sentIn = readSession()?.sessionId;
  // Must match the preload of /v1/app/session in index.html, or the browser fetches it twice. Following
  // redirects is safe: there is no API key to leak to another host.
  const likePreload = { credentials: 'same-origin', redirect: 'follow' } as const;
  const response = await fetch(input, { ...init, headers, ...likePreload });
  noteResponse(response);
  // A late 401 must not end a session that began after the request was sent.
  const isSame = readSession()?.sessionId === sentIn;
  if (response.status === 401 && isSame && !signInPaths.test(String(input))) signedOut();
  return response;
};

/** Sends the brand and account that this window shows: another window may have switched, or signed in. */
const fetchInBrand: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const session = readSession();
  if (session) {
    headers.set('x-vakwerk-brand', session.brand.id);
    headers.set('x-vakwerk-account', session.account.id);
  }
  return fetchInSession(input, { ...init, headers });
};

/** `cache: 'reload'` tells the service worker not to answer from its cache. */
const bypassCache =
  (send: typeof fetch): typeof fetch =>
  (input, init) =>
    send(input, { ...init, cache: 'reload' });

/** For reads and writes alike: not every caller shows errors. */
const onError = ({ error }: { error: VakwerkError }) => {
  if (error.code === 'other_brand') brandRefused();
};
const inBrand = { ...connection, onError, fetch: fetchInBrand };

export const client = new Vakwerk(inBrand);
export const uncachedClient = new Vakwerk({ ...inBrand, fetch: bypassCache(fetchInBrand) });

const sendInBrand = sender({ ...inBrand, ...retries });
const sendInSession = sender({ ...connection, ...retries, fetch: fetchInSession });
const sendUncached = sender({ ...connection, ...retries, fetch: bypassCache(fetchInSession) });

/** Routes for members only, which take no API key: see `/v1/app` in docs/web-app.md. */
export const app = {
  get: <T>(path: string, query?: object): Promise<T> => call(get(`/v1/app${path}`, {}, query)),
  list: <T>(path: string): List<T> => listOf(sendInBrand, `/v1/app${path}`),
  create: <T>(path: string, body: object = {}): Promise<T> => call(create(`/v1/app${path}`, body)),
  change: <T>(method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> =>
    call(change(method, `/v1/app${path}`, {}, body)),
  /** Not retried when the response is lost. */
  once: <T>(path: string, body: object = {}, waitMs = timeoutMs): Promise<T> =>
    call(once(change('POST', `/v1/app${path}`, { timeoutMs: waitMs }, body))),
  /** Without the brand header: the session may be in another brand by now. */
  readUncachedSession: (): Promise<Session> => sendUncached(get('/v1/app/session')),
  /** With `isTest`, to the test side of the brand. */
  switchBrand: (brandId: string, isTest = false): Promise<Session> =>
    sendInSession(once(change('POST', '/v1/app/session/brand', {}, { brandId, isTest }))),
};

function call<T>(request: Call): Promise<T> {
  return sendInBrand<T>(request);
}
