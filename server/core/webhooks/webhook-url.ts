import { isAddress, isInNetworks, type Network } from '../networks.ts';
import { isPublicAddress } from '../public-address.ts';

export interface WebhookWays {
  /** Of the operator's own: there addresses need not be public, and plain http is good too. */
  trustedNetworks: readonly Network[];
  ports: readonly number[];
}

type WebhookUrlReading = { url: string; refusal?: never } | { url?: never; refusal: string };

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80 };

/** Whether we would send to an address; who is behind a name is for the guard to find out, each time. */
export function readWebhookUrl(text: string, ways: WebhookWays): WebhookUrlReading {
  const url = URL.parse(text);
  if (!url) return { refusal: 'must be an address such as https://example.com/hooks' };
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && ways.trustedNetworks.length > 0)) {
    return { refusal: 'must begin with https://' };
  }
  if (url.username !== '' || url.password !== '') {
    return { refusal: 'must hold no user name and no password' };
  }
  const port = url.port === '' ? defaultPorts[url.protocol]! : Number(url.port);
  if (!ways.ports.includes(port)) {
    return { refusal: `must have one of the ports ${ways.ports.join(', ')}, got ${port}` };
  }
  const refusal = refusalOfHost(url, ways);
  if (refusal !== null) return { refusal };
  url.hash = '';
  return { url: url.href };
}

/** The same judgement as that of the guard, as far as it can be passed without looking a name up. */
function refusalOfHost(
  { hostname, protocol }: URL,
  { trustedNetworks }: WebhookWays,
): string | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isAddress(host) || isInNetworks(host, trustedNetworks)) return null;
  if (!isPublicAddress(host)) return `must be a public address, got ${host}`;
  return protocol === 'http:' ? `must begin with https://, ${host} is in no trusted network` : null;
}
