// Writes openapi.json, the committed copy of the document that the service answers at /openapi.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '#http/app.ts';
import { EventStreams } from '#http/live/event-streams.ts';
import { KeyRing } from '#http/gate/key-ring.ts';
import { createMetrics } from '#http/metrics.ts';
import { openApiText } from '#http/open-api.ts';
import { SessionRing } from '#http/gate/session-ring.ts';
import { RequestLog } from '#http/request-log.ts';
import { LeadPhotos } from '#jobs/lead-photos.ts';
import { WebhookPings } from '#jobs/webhook-pings.ts';
import { openAssetStore } from '#outbound/open-asset-store.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { readConfig } from '#server/config.ts';

// The routes are only looked at, never called, so nobody stands behind them.
const nobody: ActionRunner = {
  run: () => Promise.reject(new Error('there is no database here')),
  waiting: () => ({ reads: 0, writes: 0 }),
  close: async () => {},
};

const config = readConfig({});
const sessions = new SessionRing(nobody);
const app = await buildApp({
  config,
  runner: nobody,
  intake: new LeadIntakeQueue(nobody, {
    waitingMax: 0,
    waitMsMax: 0,
    isWholeWait: false,
    isSideBySide: false,
  }),
  leadPhotos: new LeadPhotos(nobody, { waitMsMax: 0, wake: () => {}, onError: () => {} }),
  pings: new WebhookPings(nobody, () => Promise.reject(new Error('nothing is sent here'))),
  store: await openAssetStore(config.assets, config.dataDir),
  keys: new KeyRing(nobody),
  sessions,
  streams: new EventStreams({ runner: nobody, sessions, streamsMax: 0, onError: () => {} }),
  requestLog: new RequestLog(nobody, { onError: () => {}, onLost: () => {} }),
  metrics: createMetrics(),
  log: { logger: pino({ level: 'silent' }), request: () => {} },
  writes: { isWritable: async () => true },
  isClosing: () => false,
});
await app.ready();
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), openApiText(app));
await app.close();
