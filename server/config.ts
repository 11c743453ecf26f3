// The settings, from the environment. The rest of the program sees only what was found good here.
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import { requestsPerMinuteDefault } from '#contract/limits.ts';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  publicUrl: string | null;
  logLevel: string;
  rateLimitPerMinute: number;
  trustProxy: boolean | string;
  metricsToken: string | null;
  connectionsMax: number;
  intakeQueueMax: number;
  databaseWaitMs: number;
  shutdownWaitMs: number;
}

class ConfigError extends Error {
  override name = 'ConfigError';
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export function readConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  refuseDatabaseUrl(env['DATABASE_URL']);
  return Object.freeze({
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    dataDir: folder(env['DATA_DIR'] || './data'),
    publicUrl: publicUrl(env['PUBLIC_URL']),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    rateLimitPerMinute: wholeNumber(
      env,
      'RATE_LIMIT_PER_MINUTE',
      requestsPerMinuteDefault,
      0,
      1_000_000,
    ),
    trustProxy: trustProxy(env['TRUST_PROXY']),
    metricsToken: env['METRICS_TOKEN'] || null,
    connectionsMax: wholeNumber(env, 'CONNECTIONS_MAX', 2_000, 1, 1_000_000),
    intakeQueueMax: wholeNumber(env, 'INTAKE_QUEUE_MAX', 2_000, 1, 100_000),
    databaseWaitMs: wholeNumber(env, 'DATABASE_WAIT_MS', 10_000, 100, 60_000),
    shutdownWaitMs: wholeNumber(env, 'SHUTDOWN_WAIT_MS', 10_000, 0, 600_000),
  });
}

function refuseDatabaseUrl(value: string | undefined): void {
  if (!value) return;
  throw new ConfigError(
    'DATABASE_URL is set, but this version keeps its data in SQLite only: unset it, and choose the folder with DATA_DIR',
  );
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  byDefault: number,
  least: number,
  most: number,
): number {
  const text = env[name];
  if (!text) return byDefault;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, got "${text}"`);
}

function oneOf(
  env: NodeJS.ProcessEnv,
  name: string,
  choices: readonly string[],
  byDefault: string,
): string {
  const text = env[name] || byDefault;
  if (choices.includes(text)) return text;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, got "${text}"`);
}

function folder(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}

function publicUrl(text: string | undefined): string | null {
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  // Not repeated: a password belongs in no log.
  if (url ? url.username || url.password : text.includes('@')) {
    throw new ConfigError('PUBLIC_URL must hold no user name and no password');
  }
  const isPlain = url && !url.search && !url.hash;
  if (isPlain && (url.protocol === 'http:' || url.protocol === 'https:')) {
    return url.href.replace(/\/$/, '');
  }
  throw new ConfigError(
    `PUBLIC_URL must be an address such as https://leads.example.com, got "${text}"`,
  );
}

// "true", "false", or a list of the proxies' addresses and networks.
function trustProxy(text: string | undefined): boolean | string {
  if (!text || text === 'false') return false;
  if (text === 'true') return true;
  if (text.split(',').every((proxy) => isProxy(proxy.trim()))) return text;
  throw new ConfigError(
    `TRUST_PROXY must be true, false, or a list of addresses and networks, got "${text}"`,
  );
}

function isProxy(text: string): boolean {
  if (networkNames.has(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= addressBits[version]!)
  );
}

const networkNames = new Set(['loopback', 'linklocal', 'uniquelocal']);
const addressBits: Record<number, number> = { 4: 32, 6: 128 };
