// The same client that integrators use. The browser's session stands in for the key, which is never sent.
import { type Call, change, create, get, once } from '../../../sdk/src/call.ts';
import { Vakwerk } from '../../../sdk/src/index.ts';
import { sender } from '../../../sdk/src/send.ts';
import { noteAnswer } from './reach.ts';
import { currentBrandId, signedOut } from './session-store.ts';

const baseUrl = location.origin;
const timeoutMs = 15_000;
const apiKey = 'none';
// What they refuse is a password, and not the session that there may be.
const waysIn = /\/v1\/app\/(sign-in|links)\b/;

/** Names the brand that this window shows: another window may have switched to another one. */
const fetchInSession: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('x-api-key');
  const brandId = currentBrandId();
  if (brandId) headers.set('x-vakwerk-brand', brandId);
  const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
  noteAnswer(response);
  if (response.status === 401 && !waysIn.test(String(input))) signedOut();
  return response;
};

export const client = new Vakwerk({ apiKey, baseUrl, timeoutMs, fetch: fetchInSession });

const send = sender({
  apiKey,
  baseUrl,
  timeoutMs,
  fetch: fetchInSession,
  retriesMax: 2,
  retryBaseMs: 500,
  retryWaitMsMax: 10_000,
});

/** What only members can do, and no key: see `/v1/app` in docs/web-app.md. */
export const app = {
  get: <T>(path: string, query?: object): Promise<T> => call(get(`/v1/app${path}`, {}, query)),
  create: <T>(path: string, body: object = {}): Promise<T> => call(create(`/v1/app${path}`, body)),
  change: <T>(method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> =>
    call(change(method, `/v1/app${path}`, {}, body)),
  /** Is not repeated when its answer gets lost. */
  once: <T>(path: string, body: object = {}, waitMs = timeoutMs): Promise<T> =>
    call(once(change('POST', `/v1/app${path}`, { timeoutMs: waitMs }, body))),
};

function call<T>(one: Call): Promise<T> {
  return send<T>(one);
}
