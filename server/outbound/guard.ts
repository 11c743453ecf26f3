// The only way to connect to an untrusted host (SSRF guard). The name is resolved once, every
// address is checked, and the connection goes to a checked address: a second look-up could return
// another one (DNS rebinding).
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { isInNetworks, type Network } from '#core/networks.ts';
import { isPublicAddress } from '#core/public-address.ts';
import { DownloadFailed } from './download-failed.ts';

export interface Guard {
  /** Opens a connection for one request. The caller destroys it. */
  connect(url: URL, signal: AbortSignal): Promise<Socket>;
}

/** For protocols whose library opens the connection itself. */
export interface LookupGuard {
  /** Resolves the host once, to checked addresses. The URL names the port. */
  lookUp(url: URL, signal: AbortSignal): Promise<LookupFunction>;
}

export interface GuardOptions {
  /** Networks whose addresses are allowed although they are not public. */
  trustedNetworks: readonly Network[];
  ports: readonly number[];
  /** Empty for the system's servers. */
  dnsServers: readonly string[];
  /** Plain http too, but only to trusted networks. */
  allowsHttp?: boolean;
}

interface Address {
  address: string;
  family: number;
}

const defaultPorts: Record<string, number> = { 'https:': 443, 'http:': 80 };
const dnsTryMsMax = 1_500;
const dnsTriesMax = 2;
// How long one address of a host may take before the next is tried too (Happy Eyeballs).
const addressTryMsMax = 1_000;

export function createGuard(options: GuardOptions): Guard & LookupGuard {
  const { trustedNetworks, ports, dnsServers, allowsHttp = false } = options;
  const isTrusted = (address: string) => isInNetworks(address, trustedNetworks);
  const isPublicOrTrusted = (address: string) => isPublicAddress(address) || isTrusted(address);

  return {
    async lookUp(url, signal) {
      if (!ports.includes(Number(url.port))) throw new DownloadFailed('blocked_address', false);
      const allowed = { isAllowed: isPublicOrTrusted, dnsServers };
      const addresses = await resolveAllowed(hostOf(url), allowed, signal);
      return (_host, _options, done) => done(null, addresses);
    },

    async connect(url, signal) {
      signal.throwIfAborted();
      const isPlain = allowsHttp && url.protocol === 'http:';
      if (url.protocol !== 'https:' && !isPlain) throw new DownloadFailed('not_https', false);
      const isAllowed = isPlain ? isTrusted : isPublicOrTrusted;
      const port = url.port === '' ? defaultPorts[url.protocol]! : Number(url.port);
      if (!ports.includes(port)) throw new DownloadFailed('blocked_address', false);
      const host = hostOf(url);
      const addresses = await resolveAllowed(host, { isAllowed, dnsServers }, signal);
      const socket = await reach(host, addresses, port, signal);
      const { remoteAddress } = socket;
      if (remoteAddress === undefined || !isAllowed(remoteAddress)) {
        socket.destroy();
        // A socket without a remote address is already closed.
        throw remoteAddress === undefined
          ? new DownloadFailed('connect_failed', true)
          : new DownloadFailed('blocked_address', false);
      }
      return isPlain ? socket : secure(socket, host, signal);
    },
  };
}

/** The addresses of a host; fails unless all of them are allowed. */
async function resolveAllowed(
  host: string,
  {
    isAllowed,
    dnsServers,
  }: { isAllowed: (address: string) => boolean; dnsServers: readonly string[] },
  signal: AbortSignal,
): Promise<Address[]> {
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : (localhostAddresses(host, isAllowed) ?? (await lookUp(host, dnsServers, signal)));
  if (addresses.every(({ address }) => isAllowed(address))) return addresses;
  throw new DownloadFailed('blocked_address', false);
}

/** Strips the brackets of IPv6 and the trailing dot of a fully qualified name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

const loopback: Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves `localhost` names without DNS (RFC 6761), to the allowed loopback addresses if any are. */
function localhostAddresses(
  host: string,
  isAllowed: (address: string) => boolean,
): Address[] | undefined {
  if (!/(?:^|\.)localhost$/i.test(host)) return undefined;
  const allowed = loopback.filter(({ address }) => isAllowed(address));
  return allowed.length > 0 ? allowed : loopback;
}

async function lookUp(
  name: string,
  dnsServers: readonly string[],
  signal: AbortSignal,
): Promise<Address[]> {
  // A resolver per look-up, because cancel() cancels all its queries.
  const resolver = new Resolver({
    timeout: dnsTryMsMax,
    maxTimeout: dnsTryMsMax,
    tries: dnsTriesMax,
  });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.throwIfAborted();
    // A family whose query fails is left out: only checked addresses are connected to.
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (addresses.length === 0) throw lookUpFailure(answers);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

// Definite answers of a name server. Other failures are of the server or the network.
const finalAnswers = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME', 'EBADQUERY']);

function lookUpFailure(answers: PromiseSettledResult<string[]>[]): DownloadFailed {
  const causes = answers.flatMap((answer) =>
    answer.status === 'rejected' ? [answer.reason as NodeJS.ErrnoException] : [],
  );
  const isTransient = causes.some(({ code }) => !finalAnswers.has(code ?? ''));
  return new DownloadFailed('dns_failed', isTransient, { cause: causes[0] });
}

async function reach(
  host: string,
  addresses: Address[],
  port: number,
  signal: AbortSignal,
): Promise<Socket> {
  const lookup: LookupFunction = (_host, _options, done) => done(null, addresses);
  const socket = connectTcp({
    host,
    port,
    lookup,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: addressTryMsMax,
  });
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    throw new DownloadFailed('connect_failed', true, { cause });
  }
}

// Shared: creating it takes a fifth of a handshake.
let secureContext: SecureContext | undefined;

async function secure(tcpSocket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const socket = connectTls({
    socket: tcpSocket,
    host,
    secureContext: (secureContext ??= createSecureContext()),
    // SNI does not allow IP addresses.
    ...(isIP(host) ? {} : { servername: host }),
    ALPNProtocols: ['http/1.1'],
  });
  try {
    await once(socket, 'secureConnect', { signal });
    return socket;
  } catch (cause) {
    socket.destroy();
    signal.throwIfAborted();
    throw handshakeFailure(cause);
  }
}

// System errors such as ECONNRESET and EPIPE; EPROTO comes from OpenSSL.
const systemError = /^E(?!RR_|PROTO)[A-Z]+$/;

/** Tells a broken connection from a bad certificate or protocol. */
function handshakeFailure(cause: unknown): DownloadFailed {
  const { code = '' } = cause as NodeJS.ErrnoException;
  return systemError.test(code)
    ? new DownloadFailed('connect_failed', true, { cause })
    : new DownloadFailed('tls_failed', false, { cause });
}
