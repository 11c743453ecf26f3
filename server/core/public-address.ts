// Which addresses belong to the public internet. All else leads to this machine, to the network it
// stands in, or nowhere, and is none of a stranger's business.
import { isInNetworks, type Network, readNetworks } from './networks.ts';

const specialIPv4: [network: string, what: string][] = [
  ['0.0.0.0/8', 'this host on this network; Linux takes 0.0.0.0 for itself'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'between a provider and its customers; some clouds put their services there'],
  ['127.0.0.0/8', 'this machine'],
  ['168.63.129.16/32', 'the platform services of Azure, which look public'],
  ['169.254.0.0/16', 'this wire; 169.254.169.254 hands out cloud credentials'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.0/24', 'protocol assignments'],
  ['192.0.2.0/24', 'documentation'],
  ['192.31.196.0/24', 'AS112, the sink for questions about private addresses'],
  ['192.52.193.0/24', 'multicast tunnels (AMT)'],
  ['192.88.99.0/24', 'relays of 6to4, withdrawn'],
  ['192.168.0.0/16', 'private'],
  ['192.175.48.0/24', 'AS112, delegated directly'],
  ['198.18.0.0/15', 'benchmarks'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'kept for the future'],
  ['255.255.255.255/32', 'everybody on this wire'],
];

// The rest has not been handed out, or is for local use, or has an IPv4 address inside: mapped
// (::ffff:0:0/96), compatible (::/96) and NAT64 (64:ff9b::/96, 64:ff9b:1::/48). We do not look at what
// is inside: a host that has an IPv4 address says so in an A record.
const publicIPv6 = '2000::/3';

const specialIPv6: [network: string, what: string][] = [
  ['2001::/23', 'protocol assignments; 2001::/32 is Teredo, with an IPv4 address inside'],
  ['2001:db8::/32', 'documentation'],
  ['2002::/16', '6to4, with an IPv4 address inside'],
  ['2620:4f:8000::/48', 'AS112, delegated directly'],
  ['3fff::/20', 'documentation'],
];

/** Any spelling of an address; false for what is no address. */
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
