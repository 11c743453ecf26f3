// Networks in CIDR notation, and whether an address lies in one of them.
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

export interface Network {
  readonly address: Address;
  readonly bits: number;
}

/** Reads a comma-separated list; an address without a prefix length is a network of one. */
export function readNetworks(text: string): Network[] | { refusal: string } {
  const networks: Network[] = [];
  for (const part of text.split(',')) {
    const entry = part.trim();
    if (entry === '') continue;
    const network = readNetwork(entry);
    if ('refusal' in network) return network;
    networks.push(network);
  }
  return networks;
}

export function networkText({ address, bits }: Network): string {
  return `${address.toString()}/${bits}`;
}

/** Whether the host is only reachable from this machine. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || parseAddress(host)?.range() === 'loopback';
}

/** Whether the text is an IP address and not a host name. */
export function isAddress(text: string): boolean {
  return parseAddress(text) !== null;
}

/** False for text that is no address. A mapped address (::ffff:10.0.0.1) is in no IPv4 network. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  const parsed = parseAddress(address);
  return (
    parsed !== null &&
    networks.some(
      (network) =>
        network.address.kind() === parsed.kind() && parsed.match(network.address, network.bits),
    )
  );
}

function readNetwork(entry: string): Network | { refusal: string } {
  const [addressText = '', bitsText, ...rest] = entry.split('/');
  const address = parseAddress(addressText);
  // Parsers disagree on other spellings of IPv4: some read 010.0.0.0 as 8.0.0.0.
  const isPlain = addressText.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(addressText);
  if (!address || !isPlain || rest.length > 0) {
    return { refusal: `"${entry}" is not a network: write it like 10.0.0.0/8 or fd00::/8` };
  }
  const bitsMax = address.kind() === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return { address, bits: bitsMax };
  const bits = /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN;
  if (!(bits <= bitsMax)) {
    return { refusal: `"${entry}" must end in a length from /0 to /${bitsMax}` };
  }
  const first = firstAddress(address, bits);
  if (first !== address.toString()) {
    return {
      refusal: `"${entry}" has host bits set: did you mean ${first}/${bits}, or ${addressText} alone?`,
    };
  }
  return { address, bits };
}

function firstAddress(address: Address, bits: number): string {
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
}

function parseAddress(text: string): Address | null {
  // A zone id names a network interface of this machine, so the address is never public.
  if (text.includes('%') || !ipaddr.isValid(text)) return null;
  return ipaddr.parse(text);
}
