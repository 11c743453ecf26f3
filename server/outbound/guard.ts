// The only way to a host that a stranger named. Names are looked up once, every address is judged, and
// the connection goes to an address that was judged: a second look-up could give another answer.
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, type SecureContext } from 'node:tls';
import { isInNetworks, type Network } from '#core/networks.ts';
import { isPublicAddress } from '#core/public-address.ts';
import { DownloadFailed } from './download-failed.ts';

export interface Guard {
  /** A connection of its own, for one request. The caller destroys it. */
  connect(url: URL, signal: AbortSignal): Promise<Socket>;
}

export interface GuardOptions {
  /** Whose addresses are let through although they are not public. */
  trustedNetworks: readonly Network[];
  ports: readonly number[];
  /** Empty for those of the system. */
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
// Of a host with several addresses, how long one may take before the next is tried too.
const addressTryMsMax = 1_000;

export function createGuard(options: GuardOptions): Guard {
  const { trustedNetworks, ports, dnsServers, allowsHttp = false } = options;
  const isTrusted = (address: string) => isInNetworks(address, trustedNetworks);
  const isPublicOrTrusted = (address: string) => isPublicAddress(address) || isTrusted(address);

  return {
    async connect(url, signal) {
      signal.throwIfAborted();
      const isPlain = allowsHttp && url.protocol === 'http:';
      if (url.protocol !== 'https:' && !isPlain) throw new DownloadFailed('not_https', false);
      const isAllowed = isPlain ? isTrusted : isPublicOrTrusted;
      const port = url.port === '' ? defaultPorts[url.protocol]! : Number(url.port);
      if (!ports.includes(port)) throw new DownloadFailed('blocked_address', false);
      const host = hostOf(url);
      const addresses = isIP(host)
        ? [{ address: host, family: isIP(host) }]
        : (thisMachineBy(host, isAllowed) ?? (await lookUp(host, dnsServers, signal)));
      if (!addresses.every(({ address }) => isAllowed(address))) {
        throw new DownloadFailed('blocked_address', false);
      }
      const socket = await reach(host, addresses, port, signal);
      const { remoteAddress } = socket;
      if (remoteAddress === undefined || !isAllowed(remoteAddress)) {
        socket.destroy();
        // Without an address it has been broken off already.
        throw remoteAddress === undefined
          ? new DownloadFailed('connect_failed', true)
          : new DownloadFailed('blocked_address', false);
      }
      return isPlain ? socket : secure(socket, host, signal);
    },
  };
}

/** Without the brackets of IPv6, and without the dot that ends a full name. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

const thisMachine: Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** A name that means this machine everywhere (RFC 6761) is nobody's to look up. Of its addresses, those allowed if any are. */
function thisMachineBy(
  host: string,
  isAllowed: (address: string) => boolean,
): Address[] | undefined {
  if (!/(?:^|\.)localhost$/i.test(host)) return undefined;
  const allowed = thisMachine.filter(({ address }) => isAllowed(address));
  return allowed.length > 0 ? allowed : thisMachine;
}

async function lookUp(
  name: string,
  dnsServers: readonly string[],
  signal: AbortSignal,
): Promise<Address[]> {
  // One for each look-up, because to cancel is to cancel all.
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
    // A family whose question fails is left out: what was not judged is not connected to.
    const addresses = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? answer.value : [],
    );
    if (addresses.length === 0) throw lookUpFailure(answers);
    return addresses.map((address) => ({ address, family: isIP(address) }));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

// What a name server knows for certain. Other failures are of the server or of the way to it.
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

// One for all: to make it takes a fifth of a handshake.
let secureContext: SecureContext | undefined;

async function secure(tcpSocket: Socket, host: string, signal: AbortSignal): Promise<Socket> {
  const socket = connectTls({
    socket: tcpSocket,
    host,
    secureContext: (secureContext ??= createSecureContext()),
    // The protocol has no room for an address here.
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

// The system names its errors like this: ECONNRESET, EPIPE. EPROTO is OpenSSL speaking.
const systemError = /^E(?!RR_|PROTO)[A-Z]+$/;

/** Which of the two it was: the line that broke, or the other side's certificate or protocol. */
function handshakeFailure(cause: unknown): DownloadFailed {
  const { code = '' } = cause as NodeJS.ErrnoException;
  return systemError.test(code)
    ? new DownloadFailed('connect_failed', true, { cause })
    : new DownloadFailed('tls_failed', false, { cause });
}
