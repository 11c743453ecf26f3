// Server-sent events for open pages of the web app. Each page is a connection; events are read once
// per brand. Slow readers and ended sessions are disconnected.
import { Readable } from 'node:stream';
import type { FeedEvent } from '#actions/events/read-feed.ts';
import type { Role } from '#contract/account-lists.ts';
import type { EventType } from '#contract/event-lists.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { BrandFeed } from './brand-feed.ts';
import type { RequestCalls } from '../request-calls.ts';
import type { SessionRing } from '../gate/session-ring.ts';

interface StreamsParts {
  runner: ActionRunner;
  sessions: SessionRing;
  streamsMax: number;
  onError(error: unknown): void;
}

interface Listener {
  accountId: string;
  brandId: string;
  tokenHash: string;
  role: Role;
  /** The types the member may see. */
  types: readonly EventType[];
  /** The last event seen; null starts with new events. */
  after: number | null;
}

type EndReason = 'closing' | 'signed_out' | 'replaced';

const streamsPerAccountMax = 6;
const unreadBytesMax = 64 * 1024;
const checkEveryMs = 1_000;
// Proxies close idle connections, so a comment is sent after this time.
const quietMsMax = 20_000;
// Polling covers a lost notification.
const pollEveryMs = 5_000;
const reconnectAfterMs = 1_000;

export class EventStreams {
  readonly #parts: StreamsParts;
  readonly #feeds = new Map<string, BrandFeed>();
  // Oldest first.
  readonly #streams = new Set<EventStream>();
  #checkTimer: NodeJS.Timeout | undefined;
  #isChecking = false;
  #polledAt = 0;
  #isClosed = false;

  constructor(parts: StreamsParts) {
    this.#parts = parts;
  }

  /** Null when all slots are taken or the server is closing. */
  async open(request: RequestCalls, listener: Listener): Promise<Readable | null> {
    if (this.#isClosed || this.#streams.size >= this.#parts.streamsMax) return null;
    const stream = new EventStream(listener);
    const own = [...this.#streams].filter((one) => one.listener.accountId === listener.accountId);
    for (const old of own.slice(0, Math.max(0, own.length + 1 - streamsPerAccountMax))) {
      old.end('replaced');
    }
    this.#streams.add(stream);
    const feed = this.#feedOf(listener.brandId);
    stream.source.once('close', () => this.#remove(stream, feed));
    this.#checkTimer ??= setInterval(() => void this.#check(), checkEveryMs).unref();
    try {
      await feed.join(request, stream, listener.after);
    } catch (error) {
      stream.source.destroy();
      throw error;
    } finally {
      this.#dropUnneeded(listener.brandId, feed);
    }
    return stream.source;
  }

  /** The brand may have new events. */
  wake(brandId: string): void {
    this.#feeds.get(brandId)?.wake();
  }

  wakeAll(): void {
    for (const feed of this.#feeds.values()) feed.wake();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#checkTimer);
    for (const stream of this.#streams) stream.end('closing');
  }

  #feedOf(brandId: string): BrandFeed {
    const { runner, onError } = this.#parts;
    const feed = this.#feeds.get(brandId) ?? new BrandFeed(runner, brandId, onError);
    this.#feeds.set(brandId, feed);
    return feed;
  }

  #remove(stream: EventStream, feed: BrandFeed): void {
    const { brandId } = stream.listener;
    this.#streams.delete(stream);
    feed.leave(stream);
    this.#dropUnneeded(brandId, feed);
    if (this.#streams.size > 0) return;
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
  }

  #dropUnneeded(brandId: string, feed: BrandFeed): void {
    if (!feed.isNeeded && this.#feeds.get(brandId) === feed) this.#feeds.delete(brandId);
  }

  async #check(): Promise<void> {
    const now = performance.now();
    for (const stream of this.#streams) stream.sendKeepAlive(now);
    if (this.#isChecking) return;
    this.#isChecking = true;
    if (now - this.#polledAt >= pollEveryMs) {
      this.#polledAt = now;
      this.wakeAll();
    }
    const failures: unknown[] = [];
    for (const stream of this.#streams) {
      try {
        if (!(await this.#isSignedIn(stream))) stream.end('signed_out');
      } catch (error) {
        // A database error disconnects nobody.
        failures.push(error);
      }
    }
    this.#isChecking = false;
    if (failures.length > 0) this.#parts.onError(failures[0]);
  }

  /** In the same brand, with the same role. */
  async #isSignedIn({ listener }: EventStream): Promise<boolean> {
    const session = await this.#parts.sessions.peekByHash(listener.tokenHash);
    return session?.brandId === listener.brandId && session.role === listener.role;
  }
}

class EventStream {
  readonly listener: Listener;
  readonly source = new Readable({ read() {} });
  #writtenAt = performance.now();
  #isEnded = false;

  constructor(listener: Listener) {
    this.listener = listener;
  }

  begin(position: number, isComplete: boolean): void {
    const { brandId, role } = this.listener;
    const hello = JSON.stringify({ isComplete, brandId, role });
    this.#write(`retry: ${reconnectAfterMs}\nevent: hello\nid: ${position}\ndata: ${hello}\n\n`);
  }

  send(events: readonly FeedEvent[]): void {
    const shown = events.filter(({ type }) => this.listener.types.includes(type));
    if (shown.length > 0) this.#write(shown.map(messageOf).join(''));
  }

  isGone(): boolean {
    return this.#isEnded || this.source.destroyed;
  }

  sendKeepAlive(now: number): void {
    if (now - this.#writtenAt >= quietMsMax) this.#write(':\n\n');
  }

  end(reason: EndReason): void {
    if (this.isGone()) return;
    this.#write(`event: bye\ndata: ${JSON.stringify({ reason })}\n\n`);
    this.#isEnded = true;
    this.source.push(null);
  }

  #write(text: string): void {
    if (this.isGone()) return;
    this.#writtenAt = performance.now();
    this.source.push(text);
    if (this.source.readableLength > unreadBytesMax) this.source.destroy();
  }
}

// Serialised once for all listeners.
const messages = new WeakMap<FeedEvent, string>();

function messageOf(event: FeedEvent): string {
  let message = messages.get(event);
  if (message === undefined) {
    const { position, type, recordId } = event;
    const data = JSON.stringify({ type, recordId, eventId: String(position) });
    message = `event: changed\nid: ${position}\ndata: ${data}\n\n`;
    messages.set(event, message);
  }
  return message;
}
