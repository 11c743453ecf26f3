// The delivery latency of a healthy endpoint while hundreds of others hang.
import { setTimeout as wait } from 'node:timers/promises';
import { type HangingWebhooks, startHangingWebhooks } from '../test/support/hanging-webhooks.ts';
import { startServer } from '../test/support/server.ts';
import type { Report } from './report.ts';

const delayMsMax = 1_000;
const leads = 8;
const pauseMs = 250;

export async function measureHangingWebhooks(report: Report): Promise<void> {
  const webhooks = await startHangingWebhooks(startServer);
  try {
    await webhooks.leadForEach();
    await webhooks.allHang();
    const delays = await delaysOf(webhooks);
    const name = `an event, while ${webhooks.count} endpoints hang`;
    report.atMost(name, [Math.max(...delays)], delayMsMax, 'ms');
  } finally {
    await webhooks.stop();
  }
}

/** From the API call to the receiver. */
async function delaysOf({ receiver, leadForHealthy }: HangingWebhooks): Promise<number[]> {
  const before = receiver.received('/healthy').length;
  const sentAt = new Map<string, number>();
  for (let n = 0; n < leads; n++) {
    const began = performance.now();
    sentAt.set(await leadForHealthy(), began);
    await wait(pauseMs);
  }
  const messages = (await receiver.until('/healthy', before + leads)).slice(before);
  return messages.map(({ at, event }) => at - sentAt.get(event.subjectId)!);
}
