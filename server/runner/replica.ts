// Lists may be read from a replica, as long as nobody can tell. Which of the two has a caller's write is
// known from its place in the log (LSN): what the primary's log holds when the question comes, the replica
// must have replayed before it may answer. A time for which writers are sent to the primary would be simpler,
// but each server would know of its own writes only, and a caller's next request goes to any of them.
import type { Database } from '#db/database.ts';
import { inTime } from './in-time.ts';

interface ReplicaOptions {
  primary: Database;
  replica: Database;
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

export class Replica {
  readonly #options: ReplicaOptions;
  readonly #logEnd: () => Promise<bigint>;
  #replayed = -1n;
  #restsUntil = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
    this.#logEnd = shared(() => positionIn(options.primary, 'pg_current_wal_flush_lsn()'));
  }

  /** Reads from the replica if it has all that was committed by now, otherwise from the primary. */
  async read<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const { primary, replica, onRead, onError } = this.#options;
    if (performance.now() >= this.#restsUntil) {
      try {
        if (await inTime(askMsMax, this.#hasCaughtUp(), tooSlow)) {
          const result = await inTime(readMsMax, work(replica), tooSlow);
          onRead(true);
          return result;
        }
      } catch (error) {
        this.#restsUntil = performance.now() + restMs;
        // One that crashed may come back at an earlier place.
        this.#replayed = -1n;
        onError(error);
      }
    }
    onRead(false);
    return work(primary);
  }

  async #hasCaughtUp(): Promise<boolean> {
    const wanted = await this.#logEnd();
    const deadline = performance.now() + catchUpMsMax;
    while (this.#replayed < wanted) {
      this.#replayed = await positionIn(this.#options.replica, 'pg_last_wal_replay_lsn()');
      if (this.#replayed >= wanted) break;
      if (performance.now() >= deadline) return false;
      await new Promise((resolve) => setTimeout(resolve, lookAgainAfterMs));
    }
    return true;
  }
}

function tooSlow(): Error {
  return new Error('the replica takes too long');
}

async function positionIn(db: Database, position: string): Promise<bigint> {
  const row = await db.first<{ lsn: string | null }>(`select ${position}::text as lsn`);
  if (!row?.lsn) throw new Error('DATABASE_REPLICA_URL does not lead to a replica');
  const [high = '0', low = '0'] = row.lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
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
