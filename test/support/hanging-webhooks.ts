// Endpoints that hang, more than there are slots for slow ones, and one that is well.
import { createLead } from './call.ts';
import type { StartServer } from './server.ts';
import type { TestServer } from './server.ts';
import { type Receiver, sendingTo, startReceiver } from './webhook-receiver.ts';
import { webhookApi } from './webhooks.ts';
import { eventually } from './within.ts';

export interface HangingWebhooks {
  server: TestServer;
  receiver: Receiver;
  /** How many hang. */
  count: number;
  /** A lead for each brand: everybody has an event to get. */
  leadForEach(): Promise<void>;
  /** Resolves when all hang at once. */
  allHang(): Promise<void>;
  /** A lead in the brand of the endpoint that is well; its id. */
  leadForHealthy(): Promise<string>;
  stop(): Promise<void>;
}

const brands = 16;
const endpointsPerBrand = 20;
const count = brands * endpointsPerBrand - 1;
const env = { WEBHOOK_TIMEOUT_MS: '15000', WEBHOOK_RETRY_MS: '100,300000' };
const eventTypes = ['lead.created'];

export async function startHangingWebhooks(start: StartServer): Promise<HangingWebhooks> {
  const receiver = await startReceiver();
  receiver.behave('/hangs', { hangs: true });
  const server = await start({ env: { ...sendingTo(receiver), ...env } });
  const keys: string[] = [];
  for (let brand = 0; brand < brands; brand++) keys.push(await server.createKey());
  const [ofHealthy] = keys as [string];
  for (const key of keys) {
    const api = webhookApi(server, key);
    const hanging = endpointsPerBrand - (key === ofHealthy ? 1 : 0);
    for (let n = 0; n < hanging; n++) await api.create(receiver.url('/hangs'), { eventTypes });
  }
  await webhookApi(server, ofHealthy).create(receiver.url('/healthy'), { eventTypes });
  return {
    server,
    receiver,
    count,
    async leadForEach() {
      for (const key of keys) await createLead(server, key);
    },
    allHang: () => eventually(async () => receiver.hanging >= count),
    leadForHealthy: async () => (await createLead(server, ofHealthy)).body.id,
    async stop() {
      await server.stop();
      await receiver.close();
    },
  };
}
