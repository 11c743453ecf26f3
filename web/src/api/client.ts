// The same client that integrators use. The browser's session stands in for the key, which is never sent.
import { otherBrandMessage } from '../../../contract/account-lists.ts';
import { type Call, change, create, get, once } from '../../../sdk/src/call.ts';
import { Vakwerk, type VakwerkError } from '../../../sdk/src/index.ts';
import { sender } from '../../../sdk/src/send.ts';
import { noteAnswer } from './reach.ts';
import type { Session } from './session.ts';
import { brandRefused, currentBrandId, readSession, signedOut } from './session-store.ts';

const timeoutMs = 15_000;
const connection = { apiKey: 'none', baseUrl: location.origin, timeoutMs };
const retries = { retriesMax: 2, retryBaseMs: 500, retryWaitMsMax: 10_000 };
// What they refuse is a password, and not the session that there may be.
const waysIn = /\/v1\/app\/(sign-in|links)\b/;

const fetchInSession: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete('x-api-key');
  const sentIn = readSession()?.sessionId;
  // As the page's own question does who is signed in, or a browser would not take its answer for this one. There is no
  // key that another host could get.
  const asPage = { credentials: 'same-origin', redirect: 'follow' } as const;
  const response = await fetch(input, { ...init, headers, ...asPage });
  noteAnswer(response);
  // An answer that comes late says nothing about a session that began meanwhile.
  const isSame = readSession()?.sessionId === sentIn;
  if (response.status === 401 && isSame && !waysIn.test(String(input))) signedOut();
  return response;
};

/** Names the brand that this window shows: another window may have switched to another one. */
const fetchInBrand: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const brandId = currentBrandId();
  if (brandId) headers.set('x-vakwerk-brand', brandId);
  return fetchInSession(input, { ...init, headers });
};

/** What the service says now: the service worker knows by it that nothing it has kept will do. */
const anew =
  (send: typeof fetch): typeof fetch =>
  (input, init) =>
    send(input, { ...init, cache: 'reload' });

/** Reading or changing: whoever did it may have nothing on the page to say it with. */
const onError = ({ error }: { error: VakwerkError }) => {
  if (error.messages[0] === otherBrandMessage) brandRefused();
};
const inBrand = { ...connection, onError, fetch: fetchInBrand };

export const client = new Vakwerk(inBrand);
export const clientAnew = new Vakwerk({ ...inBrand, fetch: anew(fetchInBrand) });

const sendInBrand = sender({ ...inBrand, ...retries });
const sendInSession = sender({ ...connection, ...retries, fetch: fetchInSession });
const sendAnew = sender({ ...connection, ...retries, fetch: anew(fetchInSession) });

/** What only members can do, and no key: see `/v1/app` in docs/web-app.md. */
export const app = {
  get: <T>(path: string, query?: object): Promise<T> => call(get(`/v1/app${path}`, {}, query)),
  create: <T>(path: string, body: object = {}): Promise<T> => call(create(`/v1/app${path}`, body)),
  change: <T>(method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<T> =>
    call(change(method, `/v1/app${path}`, {}, body)),
  /** Is not repeated when its answer gets lost. */
  once: <T>(path: string, body: object = {}, waitMs = timeoutMs): Promise<T> =>
    call(once(change('POST', `/v1/app${path}`, { timeoutMs: waitMs }, body))),
  /** Whatever brand the session is in by now. */
  readSessionAnew: (): Promise<Session> => sendAnew(get('/v1/app/session')),
  switchBrand: (brandId: string): Promise<Session> =>
    sendInSession(once(change('POST', '/v1/app/session/brand', {}, { brandId }))),
};

function call<T>(one: Call): Promise<T> {
  return sendInBrand<T>(one);
}
