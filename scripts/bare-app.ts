// The app with all its routes and no database: its routes are listed, never called.
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { AnswerQuota } from '#http/answer-quota.ts';
import { buildApp } from '#http/app.ts';
import { EventStreams } from '#http/live/event-streams.ts';
import { KeyRing } from '#http/gate/key-ring.ts';
import { createMetrics } from '#http/metrics.ts';
import { SessionRing } from '#http/gate/session-ring.ts';
import { RefusedLeads } from '#http/refused-leads.ts';
import { RequestLog } from '#http/request-log.ts';
import { LeadPhotos } from '#jobs/lead-photos.ts';
import { WebhookPings } from '#jobs/webhook-pings.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import { ReportMaker } from '#reports/report-maker.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { readConfig } from '#server/config.ts';

const noDatabase: ActionRunner = {
  run: () => Promise.reject(new Error('there is no database here')),
  waiting: () => ({ reads: 0, writes: 0 }),
  close: async () => {},
};

export async function bareApp(): Promise<FastifyInstance> {
  const config = readConfig({});
  const sessions = new SessionRing(noDatabase, Date.now);
  const store = await openAssetStore(config.assets, config.dataDir);
  const app = await buildApp({
    config,
    runner: noDatabase,
    intake: new LeadIntakeQueue(noDatabase, {
      waitingMax: 0,
      waitMsMax: 0,
      waitIncludesResponse: false,
      isConcurrent: false,
    }),
    leadPhotos: new LeadPhotos(noDatabase, { waitMsMax: 0, wake: () => {}, onError: () => {} }),
    pings: new WebhookPings(() => Promise.reject(new Error('nothing is sent here')), Date.now),
    store,
    reports: new ReportMaker(store),
    keys: new KeyRing(noDatabase, Date.now),
    sessions,
    streams: new EventStreams({ runner: noDatabase, sessions, streamsMax: 0, onError: () => {} }),
    requestLog: new RequestLog(noDatabase, { onError: () => {}, onLost: () => {} }),
    refusedLeads: new RefusedLeads(noDatabase, {
      waitingMax: 0,
      bytesMax: 1,
      onDropped: () => {},
      onError: () => {},
    }),
    answers: new AnswerQuota(noDatabase, { bytesMax: 1, onDropped: () => {}, onError: () => {} }),
    cursorKey: '',
    pushPublicKey: '',
    clock: { now: Date.now },
    metrics: createMetrics(),
    log: { logger: pino({ level: 'silent' }), request: () => {} },
    writes: { isWritable: async () => true },
    isClosing: () => false,
  });
  await app.ready();
  return app;
}
