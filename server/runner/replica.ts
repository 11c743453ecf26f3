// Lists may be read from a replica, as long as nobody can tell. Which of the two has a caller's write is
// known from its place in the log (LSN): what the primary's log holds when the question comes, the replica
// must have replayed before it may answer. A time for which writers are sent to the primary would be simpler,
// but each server would know of its own writes only, and a caller's next request goes to any of them.
//
// A place in a log says nothing about a server that has another log. So it must be a replica of this very database
// that is still one, that is not ahead of what the primary has written, and that has not been started anew since it was
// asked: one that crashed, or was put back from a backup, may be at an earlier place than before.
import { StatementTimeout } from '#db/database.ts';
import type { PostgresDatabase } from '#db/postgres/open.ts';
import { withTimeout } from './with-timeout.ts';

interface ReplicaOptions {
  primary: PostgresDatabase;
  replica: PostgresDatabase;
  /** `isReplica` tells who answers. */
  onRead(isReplica: boolean): void;
  onError(error: unknown): void;
}

const catchUpMsMax = 50;
const lookAgainAfterMs = 2;
// A replica that does not even answer must leave time to ask the primary.
const askMsMax = 200;
const readMsMax = 1_000;
// A replica that failed is left alone for so long.
const restMs = 10_000;
// After so many slow reads in a row it is the replica that is slow, and not what was asked.
const slowReadsMax = 3;
// For so long it is taken for granted that it still is one.
const knownMsMax = 1_000;

/** A place in a log, and when it was asked for and known. */
interface Position {
  lsn: bigint;
  askedAt: number;
  knownAt: number;
}

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #logEnd: () => Promise<Position>;
  // Null when it has to be found out anew that it is a replica, and where it is.
  #replayed: Position | null = null;
  #connections = 0;
  #restsUntil = 0;
  #slowReads = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#logEnd = shared(() => positionIn(options.primary, 'pg_current_wal_flush_lsn()'));
  }

  /** There is a new connection to it: it may have been started anew. */
  connected(): void {
    this.#connections++;
    this.#replayed = null;
  }

  /** Reads from the replica if it has all that was committed by now, otherwise from the primary. */
  async read<Result>(work: (db: PostgresDatabase) => Promise<Result>): Promise<Result> {
    const { primary, replica, onRead } = this.#options;
    if (performance.now() >= this.#restsUntil) {
      try {
        if (await withTimeout(askMsMax, this.#hasCaughtUp(), tooSlow)) {
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
        if (isSlow && ++this.#slowReads < slowReadsMax) void this.#restUnlessItAnswers();
        else this.#rest(error);
      }
    }
    onRead(false);
    return work(primary);
  }

  /** What was asked may be slow by itself, wherever it is read. */
  async #restUnlessItAnswers(): Promise<void> {
    await withTimeout(askMsMax, this.#askReplica(), tooSlow).catch((error) => this.#rest(error));
  }

  #rest(error: unknown): void {
    this.#restsUntil = performance.now() + restMs;
    this.#slowReads = 0;
    this.#replayed = null;
    this.#options.onError(error);
  }

  async #hasCaughtUp(): Promise<boolean> {
    let wanted: Position | null = null;
    let deadline = Infinity;
    while (performance.now() < deadline) {
      if (!this.#isKnown()) {
        await this.#getToKnow();
        // Asked after it, so that it shows who is ahead of whom.
        wanted = null;
      }
      wanted ??= await this.#logEnd();
      if (this.#isAt(wanted)) return true;
      await this.#askReplica();
      if (this.#isAt(wanted)) return true;
      deadline = Math.min(deadline, performance.now() + catchUpMsMax);
      await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
    }
    return false;
  }

  #isKnown(): boolean {
    return this.#replayed !== null && performance.now() - this.#replayed.askedAt < knownMsMax;
  }

  #isAt(wanted: Position): boolean {
    const replayed = this.#replayed;
    if (!replayed) return false;
    // What it had replayed before, the primary must have written: it sends nothing else.
    if (replayed.knownAt <= wanted.askedAt && replayed.lsn > wanted.lsn) {
      throw new Error('the replica is ahead of the database: it is not one of it any more');
    }
    return replayed.lsn >= wanted.lsn;
  }

  async #getToKnow(): Promise<void> {
    const { primary, replica } = this.#options;
    const [own, other] = await Promise.all([clusterOf(primary), clusterOf(replica)]);
    if (own !== other) throw new Error('DATABASE_REPLICA_URL leads to another database');
    await this.#askReplica();
  }

  async #askReplica(): Promise<void> {
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
  const askedAt = performance.now();
  const row = await db.first<{ lsn: string | null }>(`select (${position})::text as lsn`);
  if (!row?.lsn) throw new Error('DATABASE_REPLICA_URL does not lead to a replica');
  const [high = '0', low = '0'] = row.lsn.split('/');
  const lsn = (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
  return { lsn, askedAt, knownAt: performance.now() };
}

/** The same for a database and all its replicas. */
async function clusterOf(db: PostgresDatabase): Promise<string> {
  const row = await db.first<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  );
  return row!.id;
}

/** Whoever asks while a question waits to be sent shares its answer; never one that was sent before. */
function shared<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let next: Promise<Answer> | null = null;
  return () => {
    next ??= new Promise<Answer>((resolve, reject) => {
      setImmediate(() => {
        next = null;
        ask().then(resolve, reject);
      });
    });
    return next;
  };
}
