// The open pages of the web app, which are told of the events of their brand. Each page is a connection; the
// events are read once for each brand. Who reads too slowly, or is not signed in any more, is cut off.
import { Readable } from 'node:stream';
import type { FeedEvent } from '#actions/events/read-feed.ts';
import type { Role } from '#contract/account-lists.ts';
import type { EventType } from '#contract/event-lists.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { BrandFeed } from './brand-feed.ts';
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
  /** Which the member may see. */
  types: readonly EventType[];
  /** The event that was seen last; null for from now on. */
  after: number | null;
}

type EndReason = 'closing' | 'signed_out' | 'replaced';

const streamsPerAccountMax = 6;
const unreadBytesMax = 64 * 1024;
const lookEveryMs = 1_000;
// In between something must come, or the connection is given up on the way.
const quietMsMax = 20_000;
// In case nobody tells of an event.
const pollEveryMs = 5_000;
const reconnectAfterMs = 1_000;

export class EventStreams {
  readonly #parts: StreamsParts;
  readonly #feeds = new Map<string, BrandFeed>();
  // The oldest first.
  readonly #streams = new Set<EventStream>();
  #looking: NodeJS.Timeout | undefined;
  #isLooking = false;
  #polledAt = 0;
  #isClosed = false;

  constructor(parts: StreamsParts) {
    this.#parts = parts;
  }

  /** Null when there is no room, or no time, for another. */
  async open(listener: Listener): Promise<Readable | null> {
    if (this.#isClosed || this.#streams.size >= this.#parts.streamsMax) return null;
    const stream = new EventStream(listener);
    const own = [...this.#streams].filter((one) => one.listener.accountId === listener.accountId);
    for (const old of own.slice(0, Math.max(0, own.length + 1 - streamsPerAccountMax))) {
      old.end('replaced');
    }
    this.#streams.add(stream);
    const feed = this.#feedOf(listener.brandId);
    stream.source.once('close', () => this.#forget(stream, feed));
    this.#looking ??= setInterval(() => void this.#look(), lookEveryMs).unref();
    try {
      await feed.join(stream, listener.after);
    } catch (error) {
      stream.source.destroy();
      throw error;
    } finally {
      this.#dropUnneeded(listener.brandId, feed);
    }
    return stream.source;
  }

  /** There may be events of that brand. */
  wake(brandId: string): void {
    this.#feeds.get(brandId)?.wake();
  }

  wakeAll(): void {
    for (const feed of this.#feeds.values()) feed.wake();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#looking);
    for (const stream of this.#streams) stream.end('closing');
  }

  #feedOf(brandId: string): BrandFeed {
    const { runner, onError } = this.#parts;
    const feed = this.#feeds.get(brandId) ?? new BrandFeed(runner, brandId, onError);
    this.#feeds.set(brandId, feed);
    return feed;
  }

  #forget(stream: EventStream, feed: BrandFeed): void {
    const { brandId } = stream.listener;
    this.#streams.delete(stream);
    feed.leave(stream);
    this.#dropUnneeded(brandId, feed);
    if (this.#streams.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }

  #dropUnneeded(brandId: string, feed: BrandFeed): void {
    if (!feed.isNeeded && this.#feeds.get(brandId) === feed) this.#feeds.delete(brandId);
  }

  async #look(): Promise<void> {
    const now = performance.now();
    for (const stream of this.#streams) stream.breakSilence(now);
    if (this.#isLooking) return;
    this.#isLooking = true;
    if (now - this.#polledAt >= pollEveryMs) {
      this.#polledAt = now;
      this.wakeAll();
    }
    const failures: unknown[] = [];
    for (const stream of this.#streams) {
      try {
        if (!(await this.#isSignedIn(stream))) stream.end('signed_out');
      } catch (error) {
        // While the database is away nobody is sent away.
        failures.push(error);
      }
    }
    this.#isLooking = false;
    if (failures.length > 0) this.#parts.onError(failures[0]);
  }

  /** To the same brand, with the same rights. */
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

  tell(events: readonly FeedEvent[]): void {
    const shown = events.filter(({ type }) => this.listener.types.includes(type));
    if (shown.length > 0) this.#write(shown.map(messageOf).join(''));
  }

  isGone(): boolean {
    return this.#isEnded || this.source.destroyed;
  }

  breakSilence(now: number): void {
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

// The same for all who are told, and put together once.
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
