import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { EventStreams } from '#http/live/event-streams.ts';
import { AnswerQuota } from '#http/answer-quota.ts';
import { KeyRing } from '#http/gate/key-ring.ts';
import { createMetrics } from '#http/metrics.ts';
import { SessionRing } from '#http/gate/session-ring.ts';
import { RefusedLeads } from '#http/refused-leads.ts';
import { RequestLog } from '#http/request-log.ts';
import { isWebAppBuilt } from '#http/web-files.ts';
import { startJobs } from '#jobs/start-jobs.ts';
import { startMail } from '#mail/start-mail.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { serverClock } from '#runner/server-clock.ts';
import { startSweeping } from '#runner/start-sweeping.ts';
import { watchClock } from '#runner/watch-clock.ts';
import { startTableChecks } from '#runner/table-checks.ts';
import { WriteWatch } from '#runner/write-watch.ts';
import { ReportMaker } from '#reports/report-maker.ts';
import { closeInOrder } from './close-in-order.ts';
import { type Config, readConfig } from './config.ts';
import {
  restrictDatabaseAccess,
  databaseFileIn,
  reserveStartupSpace,
  lastCheckedTableIn,
  lockDataFolder,
  prepareDataFolder,
  releaseStartupSpace,
} from './data-folder.ts';
import { firstOwnerOf, makeFirstBrand } from './first-owner.ts';
import {
  clockWarnings,
  listenToOtherServers,
  type OnNotified,
  openDatabase,
} from './open-database.ts';
import { openLog } from './server-log.ts';
import { welcomeText } from './welcome.ts';

/** `npm run demo` passes a welcome text of its own. */
export async function runServer(env: NodeJS.ProcessEnv, welcome = welcomeText): Promise<void> {
  const config = readConfig(env);
  const log = openLog(config.logLevel, config.logFormat);
  const { logger } = log;
  const warnOf = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  const lock = openDataFolder(config, warnOf);
  const isOnPostgres = config.databaseUrl !== null;

  const metrics = createMetrics();
  metrics.watchDroppedLogLines(() => log.dropped());
  let isClosing = false;
  let onNotified: OnNotified = () => {};
  const clock = serverClock(isOnPostgres);
  const opening = openDatabase(config, { metrics, logger, clock }, (...notification) =>
    onNotified(...notification),
  );
  // In parallel with the loading of the database threads.
  const [{ buildApp }, opened] = await Promise.all([import('#http/app.ts'), opening]);
  const writes = new WriteWatch(opened);
  const { runner } = writes;
  const owner = await firstOwnerOf(config, runner);
  const intake = new LeadIntakeQueue(runner, {
    waitingMax: config.intakeQueueMax,
    waitMsMax: config.databaseWaitMs,
    waitIncludesResponse: isOnPostgres,
    isConcurrent: isOnPostgres,
    onBatch: metrics.batch,
  });
  const keys = new KeyRing(runner, clock.now);
  keys.start(warnOf('key upkeep failed'));
  const sessions = new SessionRing(runner, clock.now);
  sessions.start(warnOf('session upkeep failed'));
  const store = await openAssetStore(config.assets, config.dataDir);
  // Leads are created without it; their photos are retried.
  await store.prepare().catch((error) => logger.error({ err: error }, 'photos cannot be stored'));
  // The lock on the data folder shows that no other server holds these leases.
  if (!isOnPostgres) {
    await runner.run('endEarlierLeases', null).catch(warnOf('jobs wait until their leases expire'));
  }
  const watching = watchClock(clock, {
    ...clockWarnings(logger, metrics, isOnPostgres),
    replan: () => runner.run('replanEarlyJobs', null),
  });
  const quotas = { requests: 0, photos: 0 };
  // A start that fails prints one line.
  const started = Promise.withResolvers<void>();
  const reports = new ReportMaker(store);
  const jobs = startJobs({
    ...config,
    runner,
    store,
    reports,
    now: clock.now,
    onPhoto: metrics.photo,
    onNoRoom: () => metrics.dropped('photos', 1),
    onPhotosMeasured: (bytes) => {
      quotas.photos = config.photosBytesMax === null ? 0 : bytes / config.photosBytesMax;
    },
    onWebhook: metrics.webhook,
    onImport: ({ importId, done, rows }) =>
      logger.info({ importId }, `Importing leads: ${done} of ${rows} rows`),
    onError: (error, what) => warnOf(what)(error),
    onSandbox: async (reason) => {
      await started.promise;
      if (reason === null) logger.info('pictures are decoded in a sandbox');
      else logger.info({ reason }, 'pictures are decoded without a sandbox');
    },
  });
  const streams = new EventStreams({
    runner,
    sessions,
    streamsMax: Math.ceil(config.connectionsMax / 2),
    onError: warnOf('events were not streamed'),
  });
  onNotified = (subject, detail) => {
    if (subject === 'events') streams.wake(detail);
    else if (subject === 'jobEnded') jobs.leadPhotos.ended(detail);
    else jobs.wake();
  };
  const notifications =
    config.databaseUrl === null
      ? null
      : await listenToOtherServers(config.databaseUrl, { keys, sessions, jobs, streams });
  metrics.watchClock(() => Date.now() - clock.now());
  metrics.watchQueues(() => ({
    intake: intake.waiting,
    ...runner.waiting(),
    jobs: jobs.inFlight(),
  }));

  const requestLog = new RequestLog(runner, {
    onError: warnOf('requests were not logged'),
    onLost: metrics.unloggedRequests,
  });
  const refusedLeads = new RefusedLeads(runner, {
    waitingMax: config.intakeQueueMax,
    bytesMax: config.refusedLeadsBytesMax,
    onDropped: (count) => metrics.dropped('refused_leads', count),
    onError: warnOf('refused leads were not measured'),
  });
  const answers = new AnswerQuota(runner, {
    bytesMax: config.idempotencyBytesMax,
    onDropped: (count) => metrics.dropped('answers', count),
    onError: warnOf('idempotency records were not measured'),
  });
  metrics.watchQuotas(() => ({
    ...quotas,
    refused_leads: refusedLeads.fullest,
    answers: answers.fullest,
  }));
  const app = await buildApp({
    config,
    runner,
    intake,
    leadPhotos: jobs.leadPhotos,
    pings: jobs.pings,
    store,
    reports,
    keys,
    sessions,
    streams,
    requestLog,
    refusedLeads,
    clock,
    cursorKey: await runner.run('readCursorKey', null),
    pushPublicKey: await runner.run('readPushPublicKey', null),
    answers,
    metrics,
    writes,
    log,
    isClosing: () => isClosing,
  });
  await listen(app, config);
  const mail = await startMail({
    config,
    runner,
    intake,
    now: clock.now,
    onMail: metrics.mail,
    onListening: (mailPort) => logger.info({ port: mailPort }, 'mail is received by SMTP'),
    onError: (error, what) => warnOf(what)(error),
  });
  started.resolve();
  // After listening: a start that fails would create a key that is never shown.
  const first = await makeFirstBrand(runner, owner, warnOf('waiting for the database'));
  const sweeping = startSweeping(runner, {
    requestsMax: config.requestLogMax,
    intakeDays: config.intakeDays,
    onDropped: (count) => metrics.dropped('requests', count),
    onCounted: (count) => {
      quotas.requests = count / config.requestLogMax;
    },
    onError: warnOf('sweep failed'),
  });
  const checks = isOnPostgres
    ? null
    : startTableChecks({
        file: databaseFileIn(config.dataDir),
        lastTableFile: lastCheckedTableIn(config.dataDir),
        hours: config.databaseCheckHours,
        onChecked(table, faults) {
          metrics.tableChecked(table, faults.length);
          if (faults.length === 0) return;
          logger.error({ table, fault: faults[0] }, 'the database is damaged: restore a backup');
        },
        onError: warnOf('the database was not checked'),
      });

  const close = async (signal: string) => {
    if (isClosing) return;
    isClosing = true;
    watching.stop();
    logger.info({ signal }, 'closing');
    checks?.stop();
    const parts = {
      config,
      logger,
      sweeping,
      jobs,
      mail,
      reports,
      app,
      requestLog,
      refusedLeads,
      notifications,
      keys,
      sessions,
    };
    await closeInOrder({ ...parts, runner, lock });
    log.stop();
    logger.info('closed');
    logger.flush();
  };
  // Not `once`: after Ctrl-C the same signal comes from the terminal and from npm, and the second
  // would kill the process.
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  // Last: a reader of this line may stop the server immediately.
  const url = addressOf(config, app.server.address() as AddressInfo);
  log.print(welcome({ url, isWebAppBuilt: isWebAppBuilt(), first }));
}

/** Locks the data folder for this process. */
function openDataFolder(
  { dataDir, databaseUrl }: Config,
  warnOf: (what: string) => (error: unknown) => void,
): { release(): void } {
  // Every file in it holds personal data.
  process.umask(0o077);
  prepareDataFolder(dataDir);
  const lock = lockDataFolder(dataDir);
  try {
    restrictDatabaseAccess(dataDir);
  } catch (error) {
    warnOf('the database may be open to other users of this machine')(error);
  }
  if (databaseUrl !== null) return lock;
  releaseStartupSpace(dataDir);
  return {
    release() {
      reserveStartupSpace(dataDir);
      lock.release();
    },
  };
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  const { host, port } = config;
  try {
    // The kernel silently drops connections beyond the backlog, and their clients retry only after seconds.
    await app.listen({ host, port, backlog: config.connectionsMax });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const isTaken = code === 'EADDRINUSE';
    const reason = isTaken ? 'it is in use; stop the other program, or set another PORT' : message;
    throw new Error(`cannot serve on HOST ${host}, PORT ${port}: ${reason}`, { cause });
  }
}

function addressOf(config: Config, { port }: AddressInfo): string {
  if (config.publicUrl) return config.publicUrl;
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
