// Sends webhooks, in a thread of their own.
import { networkText } from '#core/networks.ts';
import type { GuardSettings } from './guard-in-thread.ts';
import type { GuardOptions } from './guard.ts';
import { LazyThread } from './lazy-thread.ts';
import type { WebhookAnswer, WebhookMessage } from './send-webhook.ts';

interface SenderOptions extends GuardOptions {
  timeoutMs: number;
}

export interface SendSettings extends GuardSettings {
  timeoutMs: number;
}

export class WebhookSender {
  readonly #thread: LazyThread<WebhookMessage, WebhookAnswer>;

  constructor({ trustedNetworks, ...rest }: SenderOptions) {
    const settings: SendSettings = { ...rest, trustedNetworks: trustedNetworks.map(networkText) };
    this.#thread = new LazyThread({
      name: 'webhooks',
      module: 'server/outbound/webhook-thread.ts',
      settings,
    });
  }

  /** `sendWebhook` of send-webhook.ts, in the thread. */
  async send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookAnswer> {
    return this.#thread.request(message, signal);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}
