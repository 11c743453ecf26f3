// Connections on which a statement was not answered in time. Each keeps its place in the pool until the answer comes, or
// until PostgreSQL says that its backend has ended: only it knows whether the machine, the network or a standby hangs.
import type { PoolClient } from 'pg';

/** Null where PostgreSQL does not say (`track_activities` off). */
export type BackendState = string | null;

type AskStates = (backends: readonly string[]) => Promise<ReadonlyMap<string, BackendState>>;

interface Unanswered {
  client: PoolClient;
  backend: string;
  /** Of a write the commit may hang. */
  kind: 'read' | 'write';
}

interface Watched {
  backend: string;
  kind: Unanswered['kind'] | 'cut';
  /** Told at each look; true ends the watch. */
  isOver(state: BackendState | undefined): boolean;
}

/** SQL for the name of a backend: a process id alone may belong to another one by now. */
export const backendName = `concat(pid, ' ', extract(epoch from backend_start))`;

const lookEveryMs = 250;
// While nobody answers: each look that hangs may be one more backend.
const lookEveryMsMax = 8_000;

export class UnansweredConnections {
  readonly #ask: AskStates;
  readonly #watched = new Set<Watched>();
  #looking: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(ask: AskStates) {
    this.#ask = ask;
  }

  get count(): number {
    return this.#watched.size;
  }

  has(kind: Unanswered['kind']): boolean {
    return this.#watched.values().some((watched) => watched.kind === kind);
  }

  /** To make room for a look where all connections hang. */
  cutOneRead(): void {
    const read = this.#watched.values().find(({ kind }) => kind === 'read');
    read?.isOver(undefined);
  }

  /** Returns what to call when the answer has come. A connection whose answer got lost is cut, which ends what waits for it. */
  add({ client, backend, kind }: Unanswered): () => void {
    let timesIdle = 0;
    const cut = () => (client as unknown as Cuttable).connection.stream.destroy();
    const watched: Watched = {
      backend,
      kind,
      isOver(state) {
        if (state === 'active' || state === null) timesIdle = 0;
        // An answer may be on its way at the first look.
        else if (state === undefined || ++timesIdle > 1) cut();
        return false;
      },
    };
    this.#watch(watched);
    return () => this.#watched.delete(watched);
  }

  /** For a connection that was cut: resolves when its backend has noticed. */
  untilEnded(backend: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isOver = (state: BackendState | undefined) => {
      if (state !== undefined) return false;
      resolve();
      return true;
    };
    this.#watch({ backend, kind: 'cut', isOver });
    return promise;
  }

  /** None is waited for any longer. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#looking);
    this.#tell(new Map());
  }

  #watch(watched: Watched): void {
    this.#watched.add(watched);
    if (this.#isClosed) this.#tell(new Map());
    else if (!this.#isLooking) {
      this.#isLooking = true;
      this.#planLook(lookEveryMs);
    }
  }

  #planLook(inMs: number): void {
    this.#looking = setTimeout(() => void this.#look(inMs), inMs).unref();
  }

  async #look(waitedMs: number): Promise<void> {
    const asked = [...this.#watched];
    let nextMs = lookEveryMs;
    try {
      if (asked.length > 0) this.#tell(await this.#ask(asked.map(({ backend }) => backend)), asked);
    } catch {
      nextMs = Math.min(waitedMs * 2, lookEveryMsMax);
    }
    this.#isLooking = this.#watched.size > 0 && !this.#isClosed;
    if (this.#isLooking) this.#planLook(nextMs);
  }

  #tell(states: ReadonlyMap<string, BackendState>, asked = [...this.#watched]): void {
    for (const watched of asked) {
      // It may have been answered since.
      if (!this.#watched.has(watched)) continue;
      if (watched.isOver(states.get(watched.backend))) this.#watched.delete(watched);
    }
  }
}

interface Cuttable {
  connection: { stream: { destroy(): void } };
}
