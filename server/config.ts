// Reads and validates the settings from the environment.
import { isIP } from 'node:net';
import { isAbsolute, resolve } from 'node:path';
import {
  emailLengthMax,
  intakeDays,
  requestsPerMinuteDefault,
  webhookTimeoutMsMax,
} from '#contract/limits.ts';
import { ConfigError } from '#core/config-error.ts';
import {
  hours,
  listOf,
  megabytes,
  networks,
  oneOf,
  wholeNumber,
  wholeNumbers,
  yesOrNo,
} from '#core/env-values.ts';
import type { Hours } from '#core/hours.ts';
import type { Network } from '#core/networks.ts';
import { type AssetSettings, readAssetSettings } from '#core/photos/assets-url.ts';
import { type MailSettings, readMailSettings } from '#core/accounts/mail-settings.ts';
import { type ProxyTrust, readProxyTrust } from '#core/requests/proxy-trust.ts';
import { readText } from '#core/reading/read-field.ts';
import { photoRetryMs, pushRetryMs, webhookRetryMs } from '#core/retry-schedules.ts';

export interface Config {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | null;
  databaseReplicaUrl: string | null;
  databaseConnectionsMax: number;
  databaseMayLoseData: boolean;
  /** When the SQLite file is checked for corruption; null for never. */
  databaseCheckHours: Hours | null;
  assets: AssetSettings;
  publicUrl: string | null;
  logLevel: string;
  /** Null for text in a terminal, JSON otherwise. */
  logFormat: LogFormat | null;
  rateLimitPerMinute: number;
  /** Null when no proxy is trusted. */
  trustProxy: ProxyTrust | null;
  metricsToken: string | null;
  connectionsMax: number;
  connectionsPerAddressMax: number;
  intakeQueueMax: number;
  requestLogMax: number;
  refusedLeadsBytesMax: number;
  idempotencyBytesMax: number;
  /** Null for no limit. */
  photosBytesMax: number | null;
  databaseWaitMs: number;
  searchMsMax: number;
  searchRecordsMax: number;
  shutdownDelayMs: number;
  shutdownWaitMs: number;
  jobLeaseMs: number;
  photoWaitMs: number;
  photoRetryMs: readonly number[];
  photoTrustedNetworks: readonly Network[];
  photoPorts: readonly number[];
  dnsServers: readonly string[];
  webhookRetryMs: readonly number[];
  webhookTimeoutMs: number;
  webhookTrustedNetworks: readonly Network[];
  webhookPorts: readonly number[];
  pushRetryMs: readonly number[];
  pushTrustedNetworks: readonly Network[];
  pushPorts: readonly number[];
  /** How push services reach the operator; null for the sender of mail, or the public URL. */
  pushContact: string | null;
  /** Null when no mail is sent. */
  mail: MailSettings | null;
  /** Null when no mail is received. */
  mailIn: MailInSettings | null;
  mailboxPollMs: number;
  mailboxTrustedNetworks: readonly Network[];
  mailboxPorts: readonly number[];
  intakeDays: number;
  /** The owner of a new installation; null when its first start prints a key and a link. */
  owner: { email: string; passwordFile: string } | null;
}

export interface MailInSettings {
  host: string;
  port: number;
  /** The part of the addresses behind the @. */
  domain: string;
  /** Files in PEM format; without them there is no STARTTLS. */
  tls: { certFile: string; keyFile: string } | null;
}

export type LogFormat = (typeof logFormats)[number];

// A locked SQLite file becomes free again, but a PostgreSQL that does not respond may be gone.
// Callers get a 503 within two seconds; half a second of that is for the round trip on a busy
// machine.
const sqliteWaitMs = 10_000;
const postgresWaitMs = 1_500;
const logFormats = ['json', 'text'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

// Share of DATABASE_WAIT_MS for counting a request against its rate limit on PostgreSQL; the rest
// is for the request itself.
export const gateShareOfWait = 1 / 6;

export function readConfig(env: NodeJS.ProcessEnv): Readonly<Config> {
  const postgresUrl = databaseUrl(env, 'DATABASE_URL');
  const connectionsMax = wholeNumber(env, 'CONNECTIONS_MAX', 2_000, 1, 1_000_000);
  return Object.freeze({
    host: env['HOST'] || '127.0.0.1',
    port: wholeNumber(env, 'PORT', 3000, 0, 65_535),
    dataDir: folder(env['DATA_DIR'] || './data'),
    databaseUrl: postgresUrl,
    databaseReplicaUrl: databaseUrl(env, 'DATABASE_REPLICA_URL'),
    databaseConnectionsMax: wholeNumber(env, 'DATABASE_CONNECTIONS_MAX', 10, 3, 1_000),
    databaseMayLoseData: yesOrNo(env, 'DATABASE_MAY_LOSE_DATA'),
    databaseCheckHours: hours(env, 'DATABASE_CHECK_HOURS', '2-5'),
    assets: assets(env),
    publicUrl: publicUrl(env['PUBLIC_URL']),
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    logFormat: oneOf(env, 'LOG_FORMAT', logFormats, null),
    rateLimitPerMinute: wholeNumber(
      env,
      'RATE_LIMIT_PER_MINUTE',
      requestsPerMinuteDefault,
      0,
      1_000_000,
    ),
    trustProxy: trustProxy(env['TRUST_PROXY']),
    metricsToken: env['METRICS_TOKEN'] || null,
    connectionsMax,
    connectionsPerAddressMax: wholeNumber(
      env,
      'CONNECTIONS_PER_ADDRESS_MAX',
      Math.ceil(connectionsMax / 2),
      1,
      1_000_000,
    ),
    intakeQueueMax: wholeNumber(env, 'INTAKE_QUEUE_MAX', 2_000, 1, 100_000),
    requestLogMax: wholeNumber(env, 'REQUEST_LOG_MAX', 1_000_000, 1_000, 100_000_000),
    refusedLeadsBytesMax: megabytes(env, 'REFUSED_LEADS_MB_MAX', 64),
    idempotencyBytesMax: megabytes(env, 'IDEMPOTENCY_MB_MAX', 256),
    photosBytesMax: megabytes(env, 'PHOTOS_MB_MAX', 102_400, 0, 100_000_000) || null,
    databaseWaitMs: wholeNumber(
      env,
      'DATABASE_WAIT_MS',
      postgresUrl ? postgresWaitMs : sqliteWaitMs,
      100,
      60_000,
    ),
    searchMsMax: wholeNumber(env, 'SEARCH_MS_MAX', 5_000, 0, 60_000),
    searchRecordsMax: wholeNumber(env, 'SEARCH_RECORDS_MAX', 40_000, 10, 10_000_000),
    shutdownDelayMs: wholeNumber(env, 'SHUTDOWN_DELAY_MS', 0, 0, 600_000),
    shutdownWaitMs: wholeNumber(env, 'SHUTDOWN_WAIT_MS', 10_000, 0, 600_000),
    jobLeaseMs: wholeNumber(env, 'JOB_LEASE_MS', 30_000, 1_000, 600_000),
    photoWaitMs: wholeNumber(env, 'PHOTO_WAIT_MS', 8_000, 0, 30_000),
    photoRetryMs: wholeNumbers(env, 'PHOTO_RETRY_MS', photoRetryMs, 0, 86_400_000),
    photoTrustedNetworks: networks(env, 'PHOTO_TRUSTED_NETWORKS'),
    photoPorts: wholeNumbers(env, 'PHOTO_PORTS', [443], 1, 65_535),
    dnsServers: nameServers(env, 'PHOTO_DNS_SERVERS'),
    webhookRetryMs: wholeNumbers(env, 'WEBHOOK_RETRY_MS', webhookRetryMs, 0, 86_400_000),
    webhookTimeoutMs: wholeNumber(
      env,
      'WEBHOOK_TIMEOUT_MS',
      webhookTimeoutMsMax,
      100,
      webhookTimeoutMsMax,
    ),
    webhookTrustedNetworks: networks(env, 'WEBHOOK_TRUSTED_NETWORKS'),
    webhookPorts: wholeNumbers(env, 'WEBHOOK_PORTS', [443], 1, 65_535),
    pushRetryMs: wholeNumbers(env, 'PUSH_RETRY_MS', pushRetryMs, 0, 86_400_000),
    pushTrustedNetworks: networks(env, 'PUSH_TRUSTED_NETWORKS'),
    pushPorts: wholeNumbers(env, 'PUSH_PORTS', [443], 1, 65_535),
    pushContact: pushContact(env['PUSH_CONTACT']),
    mail: mail(env),
    mailIn: mailIn(env),
    mailboxPollMs: 1000 * wholeNumber(env, 'MAILBOX_POLL_SECONDS', 60, 1, 86_400),
    mailboxTrustedNetworks: networks(env, 'MAILBOX_TRUSTED_NETWORKS'),
    mailboxPorts: wholeNumbers(env, 'MAILBOX_PORTS', [143, 993], 1, 65_535),
    intakeDays: wholeNumber(env, 'INTAKE_DAYS', intakeDays, 1, 3_650),
    owner: owner(env),
  });
}

// Messages do not repeat the URL: it contains a password.
export function databaseUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (!text) return null;
  const url = URL.parse(text);
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1) {
    return text;
  }
  throw new ConfigError(
    `${name} must be an address such as postgres://user:password@host:5432/vakwerk`,
  );
}

// Addresses with or without a port: 10.0.0.2, 10.0.0.2:5353, [fd00::2]:53
function nameServers(env: NodeJS.ProcessEnv, name: string): readonly string[] {
  const servers = listOf(env[name]);
  for (const server of servers) {
    const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([^[\]]+))$/.exec(server) ?? [];
    const address = bracketed ?? (isIP(plain ?? '') ? plain : plain?.replace(/:\d{1,5}$/, ''));
    if (isIP(address ?? '')) continue;
    throw new ConfigError(
      `${name} must be a list of addresses such as 10.0.0.2 or 10.0.0.2:5353, got "${server}"`,
    );
  }
  return servers;
}

function folder(path: string): string {
  return isAbsolute(path) ? path : resolve(path);
}

function assets(env: NodeJS.ProcessEnv): AssetSettings {
  const { settings, refusal } = readAssetSettings(env);
  if (refusal !== undefined) throw new ConfigError(refusal);
  return settings;
}

function mail(env: NodeJS.ProcessEnv): MailSettings | null {
  const reading = readMailSettings(env);
  if (reading.refusal !== undefined) throw new ConfigError(reading.refusal);
  return reading.settings;
}

function pushContact(text: string | undefined): string | null {
  if (!text) return null;
  if (/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(text)) return text;
  throw new ConfigError(
    'PUSH_CONTACT must be mailto: and an address, such as mailto:hello@example.com, or an https URL',
  );
}

function mailIn(env: NodeJS.ProcessEnv): Config['mailIn'] {
  const { MAIL_IN_DOMAIN: domain, MAIL_IN_TLS_CERT: cert, MAIL_IN_TLS_KEY: key } = env;
  const host = env['MAIL_IN_HOST'] || env['HOST'] || '127.0.0.1';
  if (!env['MAIL_IN_PORT']) return null;
  const port = wholeNumber(env, 'MAIL_IN_PORT', 0, 0, 65_535);
  if (!domain || !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(domain)) {
    throw new ConfigError('MAIL_IN_PORT needs MAIL_IN_DOMAIN, such as leads.example.com');
  }
  if (!cert !== !key) throw new ConfigError('MAIL_IN_TLS_CERT and MAIL_IN_TLS_KEY need each other');
  return {
    host,
    port,
    domain: domain.toLowerCase(),
    tls: cert && key ? { certFile: folder(cert), keyFile: folder(key) } : null,
  };
}

function owner(env: NodeJS.ProcessEnv): Config['owner'] {
  const { VAKWERK_OWNER_EMAIL: text, VAKWERK_OWNER_PASSWORD_FILE: file } = env;
  if (!text && !file) return null;
  if (!text) throw new ConfigError('VAKWERK_OWNER_PASSWORD_FILE needs VAKWERK_OWNER_EMAIL');
  if (!file) throw new ConfigError('VAKWERK_OWNER_EMAIL needs VAKWERK_OWNER_PASSWORD_FILE');
  const email = readText({ format: 'idn-email', maxLength: emailLengthMax }, text);
  if ('refusal' in email) throw new ConfigError(`VAKWERK_OWNER_EMAIL ${email.refusal.text}`);
  return { email: email.value as string, passwordFile: file };
}

function publicUrl(text: string | undefined): string | null {
  if (!text) return null;
  const parsed = URL.canParse(text) ? new URL(text) : null;
  const url = parsed && /^https?:$/.test(parsed.protocol) ? parsed : null;
  // The message does not repeat the password. In "user:secret@host" the user looks like a scheme.
  if (url ? url.username || url.password : text.includes('@')) {
    throw new ConfigError('PUBLIC_URL must not contain a user name or password');
  }
  if (url && !url.search && !url.hash) return url.href.replace(/\/$/, '');
  throw new ConfigError(
    `PUBLIC_URL must be an address such as https://leads.example.com, got "${text}"`,
  );
}

function trustProxy(text: string | undefined): ProxyTrust | null {
  const trust = readProxyTrust(text || 'false');
  if (!trust || !('refusal' in trust)) return trust;
  throw new ConfigError(`TRUST_PROXY ${trust.refusal}, got "${text}"`);
}
