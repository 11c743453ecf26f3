// Writes openapi.json, the committed copy of the document that the service answers at /openapi.json.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '#http/app.ts';
import { KeyRing } from '#http/key-ring.ts';
import { createMetrics } from '#http/metrics.ts';
import { openApiText } from '#http/open-api.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { LeadIntakeQueue } from '#runner/lead-intake-queue.ts';
import { readConfig } from '#server/config.ts';

// The routes are only looked at, never called, so nobody stands behind them.
const nobody: ActionRunner = {
  run: () => Promise.reject(new Error('there is no database here')),
  waiting: () => ({ reads: 0, writes: 0 }),
  close: async () => {},
};

const app = await buildApp({
  config: readConfig({}),
  runner: nobody,
  intake: new LeadIntakeQueue(nobody, { waitingMax: 0, waitMsMax: 0, onBatch: () => {} }),
  keys: new KeyRing(nobody),
  metrics: createMetrics(),
  logger: pino({ level: 'silent' }),
  isClosing: () => false,
});
await app.ready();
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), openApiText(app));
await app.close();
