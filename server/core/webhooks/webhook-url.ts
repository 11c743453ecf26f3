import { isAddress, isInNetworks, type Network } from '../networks.ts';
import { type FieldRefusal, refused } from '../reading/field-message.ts';
import { isPublicAddress } from '../public-address.ts';

export interface WebhookNetworkPolicy {
  /** The operator's own networks, in which private addresses and plain http are allowed. */
  trustedNetworks: readonly Network[];
  ports: readonly number[];
}

type WebhookUrlReading = { url: string; refusal?: never } | { url?: never; refusal: FieldRefusal };

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80 };

/** Checks the URL; the outbound guard checks the addresses of a host name at each attempt. */
export function readWebhookUrl(text: string, policy: WebhookNetworkPolicy): WebhookUrlReading {
  const url = URL.parse(text);
  if (!url) return refused('not_a_url', 'must be an address such as https://example.com/hooks');
  if (
    url.protocol !== 'https:' &&
    !(url.protocol === 'http:' && policy.trustedNetworks.length > 0)
  ) {
    return refused('not_https', 'must begin with https://');
  }
  if (url.username !== '' || url.password !== '') {
    return refused('url_with_password', 'must not contain a user name or password');
  }
  const port = url.port === '' ? defaultPorts[url.protocol]! : Number(url.port);
  if (!policy.ports.includes(port)) {
    const ports = policy.ports.join(', ');
    const text = `must have one of the ports ${ports}, got ${port}`;
    return refused('port_not_allowed', text, { ports });
  }
  const refusal = refusalOfHost(url, policy);
  if (refusal) return refusal;
  url.hash = '';
  return { url: url.href };
}

/** Applies the rules of the outbound guard to a literal IP address. */
function refusalOfHost(
  { hostname, protocol }: URL,
  { trustedNetworks }: WebhookNetworkPolicy,
): { refusal: FieldRefusal } | null {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  if (!isAddress(host) || isInNetworks(host, trustedNetworks)) return null;
  if (!isPublicAddress(host)) {
    return refused('not_public', `must be a public address, got ${host}`);
  }
  if (protocol !== 'http:') return null;
  return refused('not_https', `must begin with https://, ${host} is in no trusted network`);
}
