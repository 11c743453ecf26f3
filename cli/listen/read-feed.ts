// Reads the event feed as it grows. Failures that may pass are retried.
import { setTimeout as wait } from 'node:timers/promises';
import type { EventType } from '#contract/event-lists.ts';
import { backoffDelay } from '#core/retry-schedules.ts';
import {
  NetworkError,
  type Page,
  RateLimitError,
  responseOf,
  ServerError,
  TimeoutError,
  type Vakwerk,
  type VakwerkEvent,
} from '../../sdk/src/index.ts';

interface Feed {
  client: Vakwerk;
  /** Undefined for all. */
  types: readonly EventType[] | undefined;
  signal: AbortSignal;
}

// A request a second is a tenth of the default rate limit.
const pollMs = 1_000;
const backoff = { firstMs: 1_000, maxMs: 30_000 };

/** The id of the last event so far. */
export async function latestPosition({ client, signal }: Feed): Promise<string> {
  return nextPosition(await client.events.list({ after: 'latest' }, { signal }).page()) ?? '0';
}

export async function* readFeed(
  feed: Feed,
  after: string,
  onFailure: (error: Error, retryInMs: number) => void,
): AsyncGenerator<VakwerkEvent, never, undefined> {
  const { client, types: type, signal } = feed;
  let position = after;
  let failures = 0;
  for (;;) {
    try {
      const page = await client.events.list({ after: position, type }, { signal }).page();
      failures = 0;
      yield* page.data;
      const next = nextPosition(page);
      position = next ?? page.data.at(-1)?.id ?? position;
      if (next === null) await wait(pollMs, null, { signal });
    } catch (error) {
      if (!mayPass(error)) throw error;
      const retryInMs = backoffDelay(backoff, ++failures, Math.random());
      onFailure(error as Error, retryInMs);
      await wait(retryInMs, null, { signal });
    }
  }
}

/** From the Link header, which the last page lacks. */
function nextPosition(page: Page<VakwerkEvent>): string | null {
  const link = responseOf(page)?.headers.get('link') ?? '';
  return /[?&]after=(\d+)/.exec(link)?.[1] ?? null;
}

function mayPass(error: unknown): boolean {
  return [NetworkError, TimeoutError, ServerError, RateLimitError].some(
    (kind) => error instanceof kind,
  );
}
