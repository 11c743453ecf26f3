// Connections with a timed-out statement. Each keeps its slot in the pool until the answer arrives,
// or PostgreSQL reports that the backend has ended: only it knows whether the machine, the network
// or a standby hangs.
import type { PoolClient } from 'pg';

/** Null if `track_activities` is off. */
export type BackendState = string | null;

type ReadStates = (backends: readonly string[]) => Promise<ReadonlyMap<string, BackendState>>;

interface Unanswered {
  client: PoolClient;
  backend: string;
  /** A write may hang in its commit. */
  kind: 'read' | 'write';
}

interface Watched {
  backend: string;
  kind: Unanswered['kind'] | 'closed';
  /** Called at each poll; true ends the watch. */
  isOver(state: BackendState | undefined): boolean;
}

/** A backend's name in SQL: a process id alone may have been reused. */
export const backendName = `concat(pid, ' ', extract(epoch from backend_start))`;

const pollEveryMs = 250;
// While polls time out: each may occupy one more backend.
const pollEveryMsMax = 8_000;

export class UnansweredConnections {
  readonly #readStates: ReadStates;
  readonly #watched = new Set<Watched>();
  #timer: NodeJS.Timeout | undefined;
  #isPolling = false;
  #isClosed = false;

  constructor(readStates: ReadStates) {
    this.#readStates = readStates;
  }

  get count(): number {
    return this.#watched.size;
  }

  has(kind: Unanswered['kind']): boolean {
    return this.#watched.values().some((watched) => watched.kind === kind);
  }

  /** Frees a connection for polling when all hang. */
  closeOneRead(): void {
    const read = this.#watched.values().find(({ kind }) => kind === 'read');
    read?.isOver(undefined);
  }

  /**
   * Returns a function to call when the answer arrives. If the answer is lost, the connection is
   * closed, which fails the pending statement.
   */
  add({ client, backend, kind }: Unanswered): () => void {
    let timesIdle = 0;
    const closeConnection = () => (client as unknown as Closable).connection.stream.destroy();
    const watched: Watched = {
      backend,
      kind,
      isOver(state) {
        if (state === 'active' || state === null) timesIdle = 0;
        // At the first poll the answer may be on its way.
        else if (state === undefined || ++timesIdle > 1) closeConnection();
        return false;
      },
    };
    this.#watch(watched);
    return () => this.#watched.delete(watched);
  }

  /** Resolves when the backend of a closed connection has ended. */
  untilEnded(backend: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isOver = (state: BackendState | undefined) => {
      if (state !== undefined) return false;
      resolve();
      return true;
    };
    this.#watch({ backend, kind: 'closed', isOver });
    return promise;
  }

  /** Ends all watches. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#update(new Map());
  }

  #watch(watched: Watched): void {
    this.#watched.add(watched);
    if (this.#isClosed) this.#update(new Map());
    else if (!this.#isPolling) {
      this.#isPolling = true;
      this.#schedulePoll(pollEveryMs);
    }
  }

  #schedulePoll(inMs: number): void {
    this.#timer = setTimeout(() => void this.#poll(inMs), inMs).unref();
  }

  async #poll(waitedMs: number): Promise<void> {
    const polled = [...this.#watched];
    let nextMs = pollEveryMs;
    try {
      if (polled.length > 0)
        this.#update(await this.#readStates(polled.map(({ backend }) => backend)), polled);
    } catch {
      nextMs = Math.min(waitedMs * 2, pollEveryMsMax);
    }
    this.#isPolling = this.#watched.size > 0 && !this.#isClosed;
    if (this.#isPolling) this.#schedulePoll(nextMs);
  }

  #update(states: ReadonlyMap<string, BackendState>, polled = [...this.#watched]): void {
    for (const watched of polled) {
      // It may have been answered since.
      if (!this.#watched.has(watched)) continue;
      if (watched.isOver(states.get(watched.backend))) this.#watched.delete(watched);
    }
  }
}

interface Closable {
  connection: { stream: { destroy(): void } };
}
