import { api, type CallOptions, change, type ChangeOptions, get, once, path } from '../call.ts';
import { type List, listOf } from '../list.ts';
import type { Send } from '../send.ts';
import type {
  ListedWebhookDelivery,
  ListWebhookDeliveriesQuery,
  NewReplay,
  NewWebhook,
  Webhook,
  WebhookDelivery,
  WebhookPatch,
  WebhookReplay,
  WebhookWithSecret,
} from '../types.ts';

const webhooks = `${api}/webhooks`;

export class Webhooks {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  list(options?: CallOptions): List<Webhook> {
    return listOf(this.#send, webhooks, options);
  }

  async get(id: string, options?: CallOptions): Promise<Webhook> {
    return this.#send(get(webhooks + path`/${id}`, options));
  }

  /** Store the `secret`: it is returned only once. */
  async create(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> {
    return this.#send(once(change('POST', webhooks, options, webhook)));
  }

  async update(id: string, patch: WebhookPatch, options?: ChangeOptions): Promise<Webhook> {
    return this.#send(change('PATCH', webhooks + path`/${id}`, options, patch));
  }

  async delete(id: string, options?: ChangeOptions): Promise<void> {
    await this.#send(change('DELETE', webhooks + path`/${id}`, options));
  }

  /** For 24 hours messages are also signed with the old secret. */
  async rotateSecret(id: string, options?: ChangeOptions): Promise<WebhookWithSecret> {
    return this.#send(once(change('POST', webhooks + path`/${id}/rotate-secret`, options)));
  }

  /** Sends a message of type `ping` immediately, and returns the outcome. */
  async ping(id: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#send(once(change('POST', webhooks + path`/${id}/ping`, options)));
  }

  /** Deliveries of the last 30 days, the newest first; `delivery` reads one with body and attempts. */
  deliveries(
    id: string,
    query?: ListWebhookDeliveriesQuery,
    options?: CallOptions,
  ): List<ListedWebhookDelivery> {
    return listOf(this.#send, webhooks + path`/${id}/deliveries`, options, query);
  }

  async delivery(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    return this.#send(get(webhooks + path`/${id}/deliveries/${deliveryId}`, options));
  }

  /** Sends one delivery again. */
  async replayDelivery(
    id: string,
    deliveryId: string,
    options?: CallOptions,
  ): Promise<WebhookDelivery> {
    return this.#send(
      once(change('POST', webhooks + path`/${id}/deliveries/${deliveryId}/replay`, options)),
    );
  }

  /** Sends all events since a time again. */
  async replay(id: string, replay: NewReplay, options?: CallOptions): Promise<WebhookReplay> {
    return this.#send(once(change('POST', webhooks + path`/${id}/replay`, options, replay)));
  }
}
