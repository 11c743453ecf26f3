// Sends test messages to webhooks while the caller waits.
import { randomUUIDv7 } from 'node:crypto';
import type { Author } from '#core/author.ts';
import { messageId, pingPayload } from '#core/webhooks/webhook-message.ts';
import type { RunAction } from '#runner/action-runner.ts';
import type { SendAttempt } from './webhook-attempt.ts';

interface PingRequest {
  brandId: string;
  endpointId: string;
  author: Author;
}

type PingOutcome =
  /** The delivery, as JSON. */
  { outcome: 'sent'; body: string } | { outcome: 'missing' } | { outcome: 'in_flight' };

export class WebhookPings {
  readonly #send: SendAttempt;
  readonly #now: () => number;
  // One ping per endpoint at a time, so that pings cannot open many connections.
  readonly #inFlight = new Set<string>();
  readonly #stopped = new AbortController();

  constructor(send: SendAttempt, now: () => number) {
    this.#now = now;
    this.#send = send;
  }

  /** Works in any state, so that an endpoint can be tested before it is activated. */
  async ping(run: RunAction, request: PingRequest): Promise<PingOutcome> {
    const { brandId, endpointId } = request;
    const key = `${brandId} ${endpointId}`;
    if (this.#inFlight.has(key)) return { outcome: 'in_flight' };
    this.#inFlight.add(key);
    try {
      return await this.#ping(run, request);
    } finally {
      this.#inFlight.delete(key);
    }
  }

  async #ping(run: RunAction, { brandId, endpointId, author }: PingRequest): Promise<PingOutcome> {
    const target = await run('readTarget', { brandId, endpointId });
    if (!target) return { outcome: 'missing' };
    const id = randomUUIDv7();
    const payload = pingPayload(target.webhook, { ...author, id, sentAt: this.#now() });
    const message = { id: messageId({ id, endpointId, eventPosition: null }), body: payload };
    const attempt = await this.#send(message, target, this.#stopped.signal);
    const ping = { brandId, endpointId, id, payload, attempt };
    const body = await run('recordPing', ping);
    return body === null ? { outcome: 'missing' } : { outcome: 'sent', body };
  }

  stop(): void {
    this.#stopped.abort(new Error('the service closes'));
  }
}
