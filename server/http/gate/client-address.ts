// Whom a failed attempt, or a connection, is counted against.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { withoutMapping } from '#core/requests/proxy-trust.ts';

// The longest form an address can have; a zone behind it may be of any length.
const addressLengthMax = 45;
const networkGroups = 4;
const groupsInAddress = 8;

/** The client's address; for IPv6 its network, as a household has a whole /64 at its disposal. */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  // Through X-Forwarded-For anything may come in the place of an address.
  const address = isAddress(ip) ? ip : raw.socket.remoteAddress;
  // A client that has left already has no address any more.
  return address === undefined ? 'gone' : clientNetwork(address);
}

export function clientNetwork(address: string): string {
  return networkOf(withoutMapping(address));
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && text.length <= addressLengthMax && isIP(text) !== 0;
}

/** For IPv6 the /64; an IPv4 address is one of its own. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':');
    const zeros = Array.from({ length: groupsInAddress - groups.length - after.length }, () => '0');
    groups.push(...zeros, ...after);
  }
  return groups.slice(0, networkGroups).join(':');
}
