// The client address that failed attempts and connections are counted by.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '#core/requests/client-network.ts';

// The longest textual address; an IPv6 zone after it may have any length.
const addressLengthMax = 45;

/** The client's address; for IPv6 its /64, which one household typically controls. */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  // X-Forwarded-For may hold anything.
  const address = isAddress(ip) ? ip : raw.socket.remoteAddress;
  // A disconnected socket has no address.
  return address === undefined ? 'gone' : clientNetwork(address);
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && text.length <= addressLengthMax && isIP(text) !== 0;
}
