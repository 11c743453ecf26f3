import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import { EventStreams } from '#http/live/event-streams.ts';
import { KeyRing } from '#http/gate/key-ring.ts';
import { createMetrics, type Metrics } from '#http/metrics.ts';
import { SessionRing } from '#http/gate/session-ring.ts';
import { RequestLog } from '#http/request-log.ts';
import { isWebAppBuilt } from '#http/web-files.ts';
import { type Jobs, startJobs } from '#jobs/start-jobs.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { patientRunner } from '#runner/patience.ts';
import { runInPostgresThread } from '#runner/run-in-postgres-thread.ts';
import { runInThreads } from '#runner/run-in-threads.ts';
import { startSweeping } from '#runner/start-sweeping.ts';
import { closeInOrder } from './close-in-order.ts';
import { type Config, readConfig } from './config.ts';
import {
  closeDatabaseToOthers,
  databaseFileIn,
  lockDataFolder,
  prepareDataFolder,
} from './data-folder.ts';
import { firstOwnerOf, makeFirstBrand } from './first-owner.ts';
import { MigrationProgress } from './migration-progress.ts';
import { openLog } from './server-log.ts';
import { welcomeText } from './welcome.ts';

type OnNotified = (subject: Subject, detail: string) => void;

/** `npm run demo` passes a welcome text of its own. */
export async function runServer(env: NodeJS.ProcessEnv, welcome = welcomeText): Promise<void> {
  const config = readConfig(env);
  const log = openLog(config.logLevel, config.logFormat);
  const { logger } = log;
  const warnOf = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  const lock = openDataFolder(config, warnOf);
  const isOnPostgres = config.databaseUrl !== null;

  const metrics = createMetrics();
  let isClosing = false;
  let onNotified: OnNotified = () => {};
  const opening = openDatabase(config, metrics, logger, (...news) => onNotified(...news));
  // Loaded while the database threads load theirs.
  const [{ buildApp }, runner] = await Promise.all([import('#http/app.ts'), opening]);
  const owner = await firstOwnerOf(config, runner);
  const intake = new LeadIntakeQueue(runner, {
    waitingMax: config.intakeQueueMax,
    waitMsMax: config.databaseWaitMs,
    isWholeWait: isOnPostgres,
    isSideBySide: isOnPostgres,
    onBatch: metrics.batch,
  });
  const ofRequests = patientRunner(runner);
  const keys = new KeyRing(ofRequests);
  keys.start(warnOf('key upkeep failed'));
  const sessions = new SessionRing(ofRequests);
  sessions.start(warnOf('session upkeep failed'));
  const store = await openAssetStore(config.assets, config.dataDir);
  // Leads go on without it; their photos are tried again.
  await store.prepare().catch((error) => logger.error({ err: error }, 'pictures cannot be kept'));
  // The lock on the data folder says that no other server has taken these up.
  if (!isOnPostgres) {
    await runner
      .run('endEarlierLeases', null)
      .catch(warnOf('jobs wait until their leases are over'));
  }
  const jobs = startJobs({
    ...config,
    runner,
    store,
    onPhoto: metrics.photo,
    onWebhook: metrics.webhook,
    onImport: ({ importId, done, rows }) =>
      logger.info({ importId }, `Importing leads: ${done} of ${rows} rows`),
    onError: (error, what) => warnOf(what)(error),
  });
  const streams = new EventStreams({
    // The opening belongs to a request; what comes later does not.
    runner: ofRequests,
    sessions,
    streamsMax: Math.ceil(config.connectionsMax / 2),
    onError: warnOf('events were not told'),
  });
  onNotified = (subject, detail) => {
    if (subject === 'events') streams.wake(detail);
    else if (subject === 'jobEnded') jobs.leadPhotos.ended(detail);
    else jobs.wake();
  };
  const news =
    config.databaseUrl === null
      ? null
      : await hearOthers(config.databaseUrl, { keys, sessions, jobs, streams });
  metrics.watchQueues(() => ({
    intake: intake.waiting,
    ...runner.waiting(),
    jobs: jobs.underWay(),
  }));

  const requestLog = new RequestLog(runner, {
    onError: warnOf('requests were not written down'),
    onLost: metrics.unloggedRequests,
  });
  const app = await buildApp({
    config,
    runner,
    intake,
    leadPhotos: jobs.leadPhotos,
    pings: jobs.pings,
    store,
    keys,
    sessions,
    streams,
    requestLog,
    metrics,
    log,
    isClosing: () => isClosing,
  });
  await listen(app, config);
  // Not before: a start that fails would have made a key that nobody gets to see.
  const first = await makeFirstBrand(runner, owner, warnOf('the database is waited for'));
  const sweeping = startSweeping(runner, warnOf('sweep failed'));

  const close = async (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    logger.info({ signal }, 'closing');
    const parts = { config, logger, sweeping, jobs, app, requestLog, news, keys, sessions };
    await closeInOrder({ ...parts, runner, lock });
    log.stop();
    logger.info('closed');
    logger.flush();
  };
  // Not `once`: after Ctrl-C the same signal comes from the terminal and from npm, and the second would kill the process.
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Last: who reads it may tell the server at once to stop.
  const url = addressOf(config, app.server.address() as AddressInfo);
  process.stdout.write(welcome({ url, isWebAppBuilt: isWebAppBuilt(), first }));
}

/** For this process alone. */
function openDataFolder(
  { dataDir }: Config,
  warnOf: (what: string) => (error: unknown) => void,
): { release(): void } {
  // Every file it makes holds personal data.
  process.umask(0o077);
  prepareDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    closeDatabaseToOthers(dataDir);
  } catch (error) {
    warnOf('the database may be open to other users of this machine')(error);
  }
  return lock;
}

interface Hearing {
  keys: KeyRing;
  sessions: SessionRing;
  jobs: Jobs;
  streams: EventStreams;
}

/** What other servers tell of. */
async function hearOthers(
  url: string,
  { keys, sessions, jobs, streams }: Hearing,
): Promise<{ close(): Promise<void> }> {
  const { listen } = await import('#db/postgres/listen.ts');
  const lookAgain = {
    apiKeys: () => keys.lookAgain(),
    sessions: () => sessions.lookAgain(),
    jobs: () => jobs.wake(),
  };
  return listen(
    url,
    (subject, detail) => {
      if (subject === 'jobEnded') jobs.leadPhotos.ended(detail);
      else if (subject === 'events') streams.wake(detail);
      else lookAgain[subject]?.();
    },
    () => {
      Object.values(lookAgain).forEach((look) => look());
      streams.wakeAll();
    },
  );
}

async function openDatabase(
  config: Config,
  metrics: Metrics,
  logger: Logger,
  onNotified: OnNotified,
): Promise<ActionRunner> {
  const waitMsMax = config.databaseWaitMs;
  const onAnswer = (name: string, tookMs: number, commitMs: number) =>
    metrics.action(name, tookMs / 1000, commitMs / 1000);
  const migration = new MigrationProgress((line) => logger.info(line));
  const onMigration = (step: MigrationStep) => migration.begin(step);
  const onDeath = (error: Error) => {
    logger.fatal({ err: error }, 'a database thread ended');
    logger.flush();
    process.exit(1);
  };
  if (config.databaseUrl !== null) {
    const opening = runInPostgresThread({
      settings: {
        url: config.databaseUrl,
        connectionsMax: config.databaseConnectionsMax,
        mayLoseData: config.databaseMayLoseData,
        replicaUrl: config.databaseReplicaUrl,
        waitMsMax,
      },
      onAnswer,
      onMigration,
      onReplicaRead: metrics.replicaRead,
      onConnectionError: (error) => logger.warn({ err: error }, 'a database connection broke'),
      onDeath,
    });
    return opening.finally(() => migration.end());
  }
  const opening = runInThreads({
    file: databaseFileIn(config.dataDir),
    waitMsMax,
    onAnswer,
    onMigration,
    onNotified,
    onDeath,
  });
  return opening.finally(() => migration.end());
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isTaken = code === 'EADDRINUSE';
    const reason = isTaken ? 'it is in use; stop what serves there, or set another PORT' : message;
    throw new Error(`cannot serve on HOST ${host}, PORT ${port}: ${reason}`, { cause });
  }
}

function addressOf(config: Config, { port }: AddressInfo): string {
  if (config.publicUrl) return config.publicUrl;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
