// The client address that failed attempts and connections are counted by.
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { withoutMapping } from '#core/requests/proxy-trust.ts';

// The longest textual address; an IPv6 zone after it may have any length.
const addressLengthMax = 45;
const networkGroups = 4;
const groupsInAddress = 8;

/** The client's address; for IPv6 its /64, which one household typically controls. */
export function clientAddress({ ip, raw }: FastifyRequest): string {
  // X-Forwarded-For may hold anything.
  const address = isAddress(ip) ? ip : raw.socket.remoteAddress;
  // A disconnected socket has no address.
  return address === undefined ? 'gone' : clientNetwork(address);
}

export function clientNetwork(address: string): string {
  return networkOf(withoutMapping(address));
}

function isAddress(text: string | undefined): text is string {
  return text !== undefined && text.length <= addressLengthMax && isIP(text) !== 0;
}

/** The /64 of an IPv6 address; an IPv4 address as it is. */
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
