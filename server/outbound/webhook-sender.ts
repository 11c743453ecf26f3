// This side of the thread for webhooks.
import { Worker } from 'node:worker_threads';
import { type Network, networkText } from '#core/networks.ts';
import type { WebhookAnswer, WebhookMessage } from './send-webhook.ts';

interface SenderOptions {
  trustedNetworks: readonly Network[];
  ports: readonly number[];
  dnsServers: readonly string[];
  timeoutMs: number;
}

export interface SendSettings extends Omit<SenderOptions, 'trustedNetworks'> {
  trustedNetworks: string[];
}

export type SendQuestion = { id: number; message: WebhookMessage } | { giveUp: number };

export interface SendAnswer {
  id: number;
  answer?: WebhookAnswer;
  /** Given up, or our own mistake. */
  fault?: string;
}

interface Waiting {
  resolve(answer: WebhookAnswer): void;
  reject(error: Error): void;
}

const youngGenerationMbMax = 6;

export class WebhookSender {
  readonly #settings: SendSettings;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | null = null;
  #lastId = 0;

  constructor({ trustedNetworks, ...rest }: SenderOptions) {
    this.#settings = { ...rest, trustedNetworks: trustedNetworks.map(networkText) };
  }

  /** As `sendWebhook` of send-webhook.ts does it, elsewhere. */
  send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer> {
    signal.throwIfAborted();
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#start());
    const giveUp = () => worker.postMessage({ giveUp: id } satisfies SendQuestion);
    return new Promise<WebhookAnswer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', giveUp, { once: true });
      worker.postMessage({ id, message } satisfies SendQuestion);
    }).finally(() => signal.removeEventListener('abort', giveUp));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  // At the first message: many installations have no webhooks.
  #start(): Worker {
    const worker = new Worker(new URL('./webhook-thread.js', import.meta.url), {
      name: 'webhooks',
      workerData: this.#settings,
      resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMbMax },
    });
    worker.on('message', ({ id, answer, fault }: SendAnswer) => {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (answer) waiting?.resolve(answer);
      else waiting?.reject(new Error(fault));
    });
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(new Error('thread ended'));
      this.#waiting.clear();
    });
    return worker;
  }
}
