// A client by its network.
import { withoutMapping } from './proxy-trust.ts';

const networkGroups = 4;
const groupsInAddress = 8;

/** For IPv6 the /64, which one household typically controls. */
export function clientNetwork(address: string): string {
  return networkOf(withoutMapping(address));
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
