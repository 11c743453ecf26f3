// The client of the API for calls within this process. Each passes the gate, the rate limit, the
// request log and the metrics with the caller's key and address, as if it came from outside.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import inject, { type DispatchFunc } from 'light-my-request';
import { Vakwerk } from '../../../sdk/src/index.ts';
import { keySentBy } from '../gate/authenticate.ts';
import { clientAddress } from '../gate/client-address.ts';

// A tool makes at most two calls one after the other. The assistant decides about retries.
const limits = { timeoutMs: 15_000, retriesMax: 0 };

export function ownClient(app: FastifyInstance, request: FastifyRequest): Vakwerk {
  return new Vakwerk({
    baseUrl: 'http://localhost',
    apiKey: keySentBy(request),
    fetch: ownFetch(app, clientAddress(request)),
    ...limits,
  });
}

function ownFetch(app: FastifyInstance, remoteAddress: string): typeof fetch {
  const dispatch: DispatchFunc = (request, response) => {
    // Requests of Node have it. No header is sent twice here.
    const entries = Object.entries(request.headers).map(([name, value]) => [name, [value]]);
    Object.assign(request, { headersDistinct: Object.fromEntries(entries) });
    app.routing(request, response);
  };
  return async (url, { method = 'GET', headers, body } = {}) => {
    // Not `app.inject`, which refuses calls of requests that are in flight at a shutdown.
    const answer = await inject(dispatch, {
      method: method as 'GET' | 'POST' | 'PATCH',
      url: String(url),
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === 'string' && { payload: body }),
      remoteAddress,
    });
    const sent = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    );
    // These statuses have no body.
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(isEmpty ? null : answer.rawPayload, {
      status: answer.statusCode,
      headers: sent,
    });
  };
}
