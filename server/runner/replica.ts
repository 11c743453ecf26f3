// Reads lists from a replica, with read-your-writes consistency. A read takes the primary's log
// position (LSN) first, and the replica must have replayed it. Sending writers to the primary for
// some seconds would be simpler. But each node knows only its own writes, and a caller's next
// request may reach any node.
//
// Positions are comparable only within one log. So the server must still be a replica of this
// database, must not be ahead of the primary, and must not have restarted since its position was
// read: after a crash or a restored backup it may be at an earlier position.
import { StatementTimeout } from '#db/database.ts';
import type { PostgresDatabase } from '#db/postgres/open.ts';
import { withTimeout } from './with-timeout.ts';

interface ReplicaOptions {
  primary: PostgresDatabase;
  replica: PostgresDatabase;
  /** `isReplica` tells whether the replica or the primary responded. */
  onRead(isReplica: boolean): void;
  onError(error: unknown): void;
}

const catchUpMsMax = 50;
const pollMs = 2;
// A replica that does not respond must leave time to read from the primary.
const positionMsMax = 200;
const readMsMax = 1_000;
// A replica that failed is not used for this long.
const backOffMs = 10_000;
// After so many slow reads in a row the replica is slow, not the query.
const slowReadsMax = 3;
// How long a server is assumed to still be a replica.
const knownMsMax = 1_000;

/** A log position, and when it was requested and received. */
interface Position {
  lsn: bigint;
  requestedAt: number;
  receivedAt: number;
}

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #logEnd: () => Promise<Position>;
  // Null when it is unknown whether the server is a replica, and at which position.
  #replayed: Position | null = null;
  #connections = 0;
  #backsOffUntil = 0;
  #slowReads = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#logEnd = shared(() => positionIn(options.primary, 'pg_current_wal_flush_lsn()'));
  }

  /** A new connection: the replica may have restarted. */
  connected(): void {
    this.#connections++;
    this.#replayed = null;
  }

  /** Reads from the replica if it has replayed all commits so far, otherwise from the primary. */
  async read<Result>(work: (db: PostgresDatabase) => Promise<Result>): Promise<Result> {
    const { primary, replica, onRead } = this.#options;
    if (performance.now() >= this.#backsOffUntil) {
      try {
        if (await withTimeout(positionMsMax, this.#hasCaughtUp(), tooSlow)) {
          const connections = this.#connections;
          const result = await withTimeout(readMsMax, work(replica), () => new SlowRead(slow));
          if (connections === this.#connections) {
            onRead(true);
            this.#slowReads = 0;
            return result;
          }
        }
      } catch (error) {
        const isSlow = error instanceof SlowRead || error instanceof StatementTimeout;
        if (isSlow && ++this.#slowReads < slowReadsMax) void this.#backOffUnlessItResponds();
        else this.#backOff(error);
      }
    }
    onRead(false);
    return work(primary);
  }

  /** The query may be slow on either server. */
  async #backOffUnlessItResponds(): Promise<void> {
    await withTimeout(positionMsMax, this.#readReplayed(), tooSlow).catch((error) =>
      this.#backOff(error),
    );
  }

  #backOff(error: unknown): void {
    this.#backsOffUntil = performance.now() + backOffMs;
    this.#slowReads = 0;
    this.#replayed = null;
    this.#options.onError(error);
  }

  async #hasCaughtUp(): Promise<boolean> {
    let wanted: Position | null = null;
    let deadline = Infinity;
    while (performance.now() < deadline) {
      if (!this.#isIdentified()) {
        await this.#identify();
        // Read after the replica's position, so that the two can be compared.
        wanted = null;
      }
      wanted ??= await this.#logEnd();
      if (this.#isAt(wanted)) return true;
      await this.#readReplayed();
      if (this.#isAt(wanted)) return true;
      deadline = Math.min(deadline, performance.now() + catchUpMsMax);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return false;
  }

  #isIdentified(): boolean {
    return this.#replayed !== null && performance.now() - this.#replayed.requestedAt < knownMsMax;
  }

  #isAt(wanted: Position): boolean {
    const replayed = this.#replayed;
    if (!replayed) return false;
    // A replica can only have replayed what the primary wrote before.
    if (replayed.receivedAt <= wanted.requestedAt && replayed.lsn > wanted.lsn) {
      throw new Error('the replica is ahead of the primary: it no longer follows it');
    }
    return replayed.lsn >= wanted.lsn;
  }

  async #identify(): Promise<void> {
    const { primary, replica } = this.#options;
    const [own, other] = await Promise.all([clusterOf(primary), clusterOf(replica)]);
    if (own !== other) throw new Error('DATABASE_REPLICA_URL leads to another database');
    await this.#readReplayed();
  }

  async #readReplayed(): Promise<void> {
    const connections = this.#connections;
    const replayed = await positionIn(this.#options.replica, replayedByReplica);
    if (connections === this.#connections) this.#replayed = replayed;
  }
}

const replayedByReplica = 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end';

const slow = 'the replica takes too long';

class SlowRead extends Error {}

function tooSlow(): Error {
  return new Error(slow);
}

async function positionIn(db: PostgresDatabase, position: string): Promise<Position> {
  const requestedAt = performance.now();
  const row = await db.first<{ lsn: string | null }>(`select (${position})::text as lsn`);
  if (!row?.lsn) throw new Error('DATABASE_REPLICA_URL does not lead to a replica');
  const [high = '0', low = '0'] = row.lsn.split('/');
  const lsn = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  return { lsn, requestedAt, receivedAt: performance.now() };
}

/** The same for a primary and all its replicas. */
async function clusterOf(db: PostgresDatabase): Promise<string> {
  const row = await db.first<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  return row!.id;
}

/** Callers in the same event loop turn share one query; a query that was already sent is never shared. */
function shared<Answer>(query: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | null = null;
  return () => {
    next ??= new Promise<Answer>((resolve, reject) => {
      setImmediate(() => {
        next = null;
        query().then(resolve, reject);
      });
    });
    return next;
  };
}
