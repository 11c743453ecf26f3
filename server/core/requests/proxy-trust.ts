// The proxies whose X-Forwarded-For header is trusted.
import { isInNetworks, type Network, readNetworks } from '../networks.ts';

/** By the number of proxies in front, or by their addresses. */
export type ProxyTrust = { hops: number } | { networks: readonly Network[] };

const hopsMax = 10;
const namedNetworks = new Map([
  ['loopback', '127.0.0.0/8,::1'],
  ['linklocal', '169.254.0.0/16,fe80::/10'],
  ['uniquelocal', '10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7'],
]);

/** Null to trust no proxy. */
export function readProxyTrust(text: string): ProxyTrust | { refusal: string } | null {
  if (text === 'false') return null;
  if (text === 'true') return { refusal: trustsEverybody };
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= hopsMax) {
    return { hops: Number(text) };
  }
  const networks: Network[] = [];
  for (const part of text.split(',')) {
    const entry = part.trim();
    const read = readNetworks(namedNetworks.get(entry) ?? entry);
    if ('refusal' in read || read.length === 0) return { refusal: notUnderstood };
    if (read.some(({ bits }) => bits === 0)) return { refusal: trustsEverybody };
    networks.push(...read);
  }
  return { networks };
}

/** `hop` is 0 for the peer of our socket, 1 for the peer of that proxy, and so on. */
export function isTrustedProxy(
  trust: ProxyTrust,
  address: string | undefined,
  hop: number,
): boolean {
  if ('hops' in trust) return hop < trust.hops;
  return address !== undefined && isInNetworks(withoutMapping(address), trust.networks);
}

const mappedPrefix = '::ffff:';

/** Unwraps an IPv4-mapped IPv6 address, as dual-stack sockets report it. */
export function withoutMapping(address: string): string {
  const isMapped = address.startsWith(mappedPrefix) && address.includes('.');
  return isMapped ? address.slice(mappedPrefix.length) : address;
}

const forms = `the number of proxies in front, 1 to ${hopsMax}, or a list of their addresses and networks`;
const notUnderstood = `must be false, ${forms}`;
const trustsEverybody = `must not trust everybody, since callers could then forge any address: write TRUST_PROXY=1 for one proxy in front (${forms})`;
