// Which addresses belong to the public internet. Requests on behalf of callers must not reach this
// machine or its private network (SSRF).
import { isInNetworks, type Network, readNetworks } from './networks.ts';

const specialIPv4: [network: string, what: string][] = [
  ['0.0.0.0/8', 'this host on this network; Linux takes 0.0.0.0 for itself'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'carrier-grade NAT; some clouds put their services there'],
  ['127.0.0.0/8', 'loopback'],
  ['168.63.129.16/32', 'Azure platform services, which look public'],
  ['169.254.0.0/16', 'link-local; 169.254.169.254 hands out cloud credentials'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112, the sink for DNS queries about private addresses'],
  ['192.52.193.0/24', 'multicast tunnels (AMT)'],
  ['192.88.99.0/24', '6to4 relays, deprecated'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112, delegated directly'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['255.255.255.255/32', 'broadcast'],
];

// The rest is unassigned, for local use, or embeds an IPv4 address: mapped (::ffff:0:0/96), compatible
// (::/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48). Embedded addresses are refused without a closer
// look: a host with a public IPv4 address has an A record.
const publicIPv6 = '2000::/3';

const specialIPv6: [network: string, what: string][] = [
  ['2001::/23', 'protocol assignments; 2001::/32 is Teredo, which embeds an IPv4 address'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4, which embeds an IPv4 address'],
  ['2620:4f:8000::/48', 'AS112, delegated directly'],
  ['3fff::/20', 'documentation'],
];

/** Accepts any spelling of an address; false for other text. */
export function isPublicAddress(address: string): boolean {
  if (isInNetworks(address, everyIPv4)) return !isInNetworks(address, notPublicIPv4);
  return isInNetworks(address, globalIPv6) && !isInNetworks(address, notPublicIPv6);
}

const everyIPv4 = tableOf('0.0.0.0/0');
const notPublicIPv4 = tableOf(...specialIPv4.map(([network]) => network));
const globalIPv6 = tableOf(publicIPv6);
const notPublicIPv6 = tableOf(...specialIPv6.map(([network]) => network));

function tableOf(...networks: string[]): Network[] {
  const table = readNetworks(networks.join(','));
  if ('refusal' in table) throw new Error(table.refusal);
  return table;
}
