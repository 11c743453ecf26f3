// Connection limits per client address; when all slots are taken, the longest idle connection is
// evicted. Behind a trusted proxy, requests in flight are counted instead, by X-Forwarded-For.
// Health checks are exempt: what a new connection will request is unknown, so a few spare
// connections are accepted and refused per request.
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientNetwork } from '#core/requests/client-network.ts';
import { ConnectionSlots, type Held } from '#core/requests/connection-slots.ts';
import { isTrustedProxy, type ProxyTrust } from '#core/requests/proxy-trust.ts';
import { clientAddress } from './gate/client-address.ts';
import type { Metrics } from './metrics.ts';
import { ApiError } from './refusals/api-error.ts';
import { sendError } from './refusals/render-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered even when all connection slots are taken. */
    isHealthCheck?: boolean;
  }
}

interface ConnectionLimits {
  connectionsMax: number;
  connectionsPerAddressMax: number;
  trustProxy: ProxyTrust | null;
}

interface Connection extends Held {
  readonly socket: Socket;
  /** The forwarded address of each request in flight; null where the peer itself is the client. */
  readonly inFlight: (string | null)[];
}

const retryAfterSeconds = 2;
// Pipelined requests on one connection.
const pipelinedMax = 100;

export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  metrics: Metrics,
): void {
  const { connectionsMax: max, connectionsPerAddressMax: perAddressMax, trustProxy } = limits;
  const slots = new ConnectionSlots<Connection>({ max, perAddressMax });
  const connections = new WeakMap<Socket, Connection>();
  const forwarded = new Map<string, number>();
  metrics.watchConnections(() => slots.count);

  // A client that half-closes after its request still waits for the response. Node's types lack
  // this option.
  Object.assign(app.server, { httpAllowHalfOpen: true });

  app.server.on('connection', (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined) return void socket.destroy();
    const address = clientNetwork(remoteAddress);
    const isProxy = trustProxy !== null && isTrustedProxy(trustProxy, remoteAddress, 0);
    const connection: Connection = { socket, address, isProxy, inFlight: [] };
    connections.set(socket, connection);
    socket.once('close', () => {
      slots.remove(connection);
      for (const counted of connection.inFlight.splice(0)) release(counted);
    });
    const evicted = slots.add(connection);
    if (!evicted) return;
    evicted.socket.destroy();
    metrics.connectionRefused('evicted');
  });

  app.addHook('onRequest', (request, reply, done) => {
    const connection = connections.get(request.raw.socket);
    if (!connection) return done();
    const address = connection.isProxy ? forwardedAddress(request, connection) : null;
    const refusal = refusalOf(connection, address);
    slots.markBusy(connection);
    connection.inFlight.push(address);
    if (address !== null) forwarded.set(address, (forwarded.get(address) ?? 0) + 1);
    if (connection.inFlight.length > pipelinedMax) return void connection.socket.destroy();
    if (slots.isSpare(connection)) void reply.header('connection', 'close');
    if (!refusal || request.routeOptions.config.isHealthCheck) return done();
    metrics.connectionRefused(refusal === 'full' ? 'full' : 'share');
    sendError(refusal === 'full' ? noRoom() : tooMany(perAddressMax), request, reply);
  });

  app.addHook('onResponse', ({ raw }, _reply, done) => {
    const connection = connections.get(raw.socket);
    if (connection) {
      release(connection.inFlight.shift() ?? null);
      if (connection.inFlight.length === 0) slots.markIdle(connection);
    }
    done();
  });

  function refusalOf(connection: Connection, address: string | null): 'full' | 'share' | null {
    if (slots.isSpare(connection)) {
      if (!slots.hasShareLeft(connection)) return 'share';
      if (!slots.hasRoomFor(connection)) return 'full';
      slots.promote(connection);
    }
    return address !== null && (forwarded.get(address) ?? 0) >= perAddressMax ? 'share' : null;
  }

  function release(address: string | null): void {
    if (address === null) return;
    const left = (forwarded.get(address) ?? 0) - 1;
    if (left > 0) forwarded.set(address, left);
    else forwarded.delete(address);
  }
}

/** Null for requests of the proxy itself. */
function forwardedAddress(request: FastifyRequest, { address }: Connection): string | null {
  const client = clientAddress(request);
  return client === address ? null : client;
}

function noRoom(): ApiError {
  return new ApiError(503, 'There is no room for more connections right now; try again shortly', {
    headers: { 'retry-after': String(retryAfterSeconds) },
  });
}

function tooMany(perAddressMax: number): ApiError {
  return new ApiError(
    429,
    `Your address has ${perAddressMax} connections, which is the most: close some, or try again shortly`,
    { code: 'too_many_connections', headers: { 'retry-after': String(retryAfterSeconds) } },
  );
}
