// Starts the database threads, logs their events, and listens to notifications of other nodes.
import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { DatabaseDamaged, type Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import { copyDamagedLog, findLogDamage, type LogDamage } from '#db/sqlite/damaged-log.ts';
import { damagedFile } from '#db/sqlite/refuse-file.ts';
import type { KeyRing } from '#http/gate/key-ring.ts';
import type { SessionRing } from '#http/gate/session-ring.ts';
import type { EventStreams } from '#http/live/event-streams.ts';
import type { Metrics } from '#http/metrics.ts';
import type { Jobs } from '#jobs/start-jobs.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { runInPostgresThread } from '#runner/run-in-postgres-thread.ts';
import { runInThreads } from '#runner/run-in-threads.ts';
import type { ServerClock } from '#runner/server-clock.ts';
import type { Config } from './config.ts';
import { databaseFileIn } from './data-folder.ts';
import { MigrationProgress } from './migration-progress.ts';

export type OnNotified = (subject: Subject, detail: string) => void;

interface NotifiedParts {
  keys: KeyRing;
  sessions: SessionRing;
  jobs: Jobs;
  streams: EventStreams;
}

/** Forwards notifications of other nodes. */
export async function listenToOtherServers(
  url: string,
  { keys, sessions, jobs, streams }: NotifiedParts,
): Promise<{ close(): Promise<void> }> {
  const { listen } = await import('#db/postgres/listen.ts');
  const checks = {
    apiKeys: () => keys.checkForChanges(),
    sessions: () => sessions.checkForChanges(),
    jobs: () => jobs.wake(),
  };
  return listen(
    url,
    (subject, detail) => {
      if (subject === 'jobEnded') jobs.leadPhotos.ended(detail);
      else if (subject === 'events') streams.wake(detail);
      else checks[subject]?.();
    },
    () => {
      Object.values(checks).forEach((check) => check());
      streams.wakeAll();
    },
  );
}

export async function openDatabase(
  config: Config,
  { metrics, logger, clock }: { metrics: Metrics; logger: Logger; clock: ServerClock },
  onNotified: OnNotified,
): Promise<ActionRunner> {
  const waitMsMax = config.databaseWaitMs;
  const onAnswer = (name: string, tookMs: number) => metrics.action(name, tookMs / 1000);
  const onCommit = (tookMs: number) => metrics.commit(tookMs / 1000);
  const migration = new MigrationProgress((line) => logger.info(line));
  const onMigration = (step: MigrationStep) => migration.begin(step);
  const onDeath = (error: Error) => {
    logger.fatal({ err: error }, 'a database thread exited');
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
      onCommit,
      onMigration,
      onReplicaRead: metrics.replicaRead,
      onClockRead: clock.correct,
      onConnectionError: (error) =>
        logger.warn({ err: error }, 'a database connection broke or timed out'),
      onCommitsHang(areHanging) {
        metrics.commitsHang(areHanging);
        if (areHanging) logger.error('commits hang: writes are refused until they are answered');
        else logger.info('commits are answered again');
      },
      onDeath,
    });
    return opening.finally(() => migration.end());
  }
  const file = databaseFileIn(config.dataDir);
  // A write-ahead log without its database fails the start and is left as it is.
  if (existsSync(file)) copyLogIfDamaged(`${file}-wal`, logger);
  const opening = runInThreads({
    file,
    waitMsMax,
    onAnswer,
    onCommit,
    onMigration,
    onNotified,
    onDeath,
    onReaderMissing: (error) =>
      logger.warn({ err: error }, 'another reader thread could not be started'),
  });
  return opening
    .catch((error: Error) => {
      throw error instanceof DatabaseDamaged ? damagedFile(file, error.message) : error;
    })
    .finally(() => migration.end());
}

/** SQLite overwrites unusable frames, so the start fails if they cannot be copied. */
function copyLogIfDamaged(log: string, logger: Logger): void {
  let damage: LogDamage | null = null;
  try {
    damage = findLogDamage(log);
  } catch (error) {
    logger.warn({ err: error }, 'the write-ahead log was not checked');
  }
  if (damage === null) return;
  const { usableFrames, unusableFrames, unusableBytes, commits } = damage;
  const what = `${log} is damaged behind frame ${usableFrames}: SQLite leaves out ${unusableFrames} frames (${unusableBytes} bytes), and with them ${commits} commits or more`;
  try {
    const copy = copyDamagedLog(log, Date.now());
    logger.error({ copy, ...damage }, `${what}; the original log was copied to ${copy}`);
  } catch (cause) {
    throw new Error(`${what}; no copy could be made: ${(cause as Error).message}`, { cause });
  }
}

/** Log lines about wrong clocks. */
export function clockWarnings(logger: Logger, metrics: Metrics, isOnPostgres: boolean) {
  const which = isOnPostgres ? "the database server's clock" : 'the clock';
  const seconds = (ms: number) => `${(Math.abs(ms) / 1000).toFixed(1)} s`;
  return {
    onDifference(ms: number) {
      if (ms === 0) return logger.info(`this machine's clock agrees with ${which} again`);
      const side = ms > 0 ? 'ahead of' : 'behind';
      logger.warn(
        `this machine's clock is ${seconds(ms)} ${side} ${which}, which counts: set it by NTP`,
      );
    },
    onStep(ms: number) {
      metrics.clockStep();
      logger.warn(`${which} was set ${ms > 0 ? 'forward' : 'back'} by ${seconds(ms)}`);
    },
  };
}
