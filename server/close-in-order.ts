import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { KeyRing } from '#http/gate/key-ring.ts';
import type { RefusedLeads } from '#http/refused-leads.ts';
import type { RequestLog } from '#http/request-log.ts';
import type { SessionRing } from '#http/gate/session-ring.ts';
import type { Jobs } from '#jobs/start-jobs.ts';
import type { Mail } from '#mail/start-mail.ts';
import type { ReportMaker } from '#reports/report-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { Config } from './config.ts';

interface OpenParts {
  config: Config;
  logger: Logger;
  sweeping: { stop(): void };
  jobs: Jobs;
  mail: Mail;
  reports: ReportMaker;
  app: FastifyInstance;
  requestLog: RequestLog;
  refusedLeads: RefusedLeads;
  /** The listener for notifications of other nodes; null with SQLite. */
  notifications: { close(): Promise<void> } | null;
  keys: KeyRing;
  sessions: SessionRing;
  runner: ActionRunner;
  lock: { release(): void };
}

/**
 * Closes each part before the parts that it needs to finish. A close that takes too long ends the
 * process.
 */
export async function closeInOrder(parts: OpenParts): Promise<void> {
  const { config, logger } = parts;
  const warnOf = (what: string) => (error: unknown) => logger.warn({ err: error }, what);
  // Gives load balancers time to see from /readyz that this node takes no more requests.
  if (config.shutdownDelayMs > 0) await wait(config.shutdownDelayMs);
  setTimeout(() => {
    logger.error('closing took too long');
    logger.flush();
    process.exit(1);
  }, config.shutdownWaitMs).unref();
  parts.sweeping.stop();
  const jobsStopped = parts.jobs.stop().catch(warnOf('jobs were not released'));
  const mailStopped = parts.mail.stop().catch(warnOf('mail was not stopped'));
  await parts.app.close();
  await parts.refusedLeads.close();
  await parts.requestLog.close();
  await jobsStopped;
  await mailStopped;
  await parts.reports.close();
  await parts.notifications?.close();
  await parts.keys.stop().catch(warnOf('key upkeep failed'));
  await parts.sessions.stop().catch(warnOf('session upkeep failed'));
  await parts.runner.close();
  parts.lock.release();
}
