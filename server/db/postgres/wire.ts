// How statements reach PostgreSQL: over any connection of the pool, or over the one that a transaction has. After a
// deadline, by `monotonicMs`, none is sent any more: nobody waits for what comes of it.
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';
import { asEngineFault } from './faults.ts';

export interface Wire {
  send(question: string | QueryConfig): Promise<QueryResult>;
  /** To find out something before a statement is sent, without another getting in front of it. */
  inOrder<Ready>(prepare: () => Promise<Ready>): Promise<Ready>;
}

/** Thrown where nothing was sent. */
export class OutOfTime extends DatabaseUnavailable {
  override name = 'OutOfTime';
}

export function timeLeft(deadline: number): number {
  const leftMs = deadline - monotonicMs();
  if (leftMs <= 0) throw new OutOfTime('no time left');
  return leftMs;
}

// A statement that is under way at the deadline goes on for as long as any may: it holds nothing that others need.
export function wireOfPool(pool: Pool, deadline: number): Wire {
  return {
    async send(question) {
      timeLeft(deadline);
      try {
        return await pool.query(question as QueryConfig);
      } catch (error) {
        throw asEngineFault(error);
      }
    },
    inOrder: (prepare) => prepare(),
  };
}

/**
 * What is asked for first is sent first. Statements may be on their way together, so some may still be asked for after
 * one has failed, or when the transaction is over: they are not sent, since they would have an effect of their own.
 * What is under way at the deadline is given up, and the connection with it: it may hold what others wait for.
 */
export class TransactionWire implements Wire {
  readonly #client: PoolClient;
  readonly #deadline: number;
  #last: Promise<unknown> = Promise.resolve();
  #fault: { reason: unknown } | undefined;

  constructor(client: PoolClient, deadline: number) {
    this.#client = client;
    this.#deadline = deadline;
  }

  async send(question: string | QueryConfig): Promise<QueryResult> {
    // Those behind a failure are told of it, and not of its consequences.
    if (this.#fault) throw this.#fault.reason;
    try {
      return await this.#client.query(this.#inTime(question));
    } catch (error) {
      this.#fault ??= { reason: asEngineFault(error) };
      throw this.#fault.reason;
    }
  }

  inOrder<Ready>(prepare: () => Promise<Ready>): Promise<Ready> {
    const ready = this.#last.then(prepare);
    this.#last = ready.catch(() => {});
    return ready;
  }

  #inTime(question: string | QueryConfig): QueryConfig {
    const asked = typeof question === 'string' ? { text: question } : question;
    const leftMs = timeLeft(this.#deadline);
    return leftMs === Infinity ? asked : ({ ...asked, query_timeout: leftMs } as QueryConfig);
  }

  /** Before the transaction is committed or undone. */
  end(): void {
    this.#fault ??= { reason: new Error('the transaction is over') };
  }
}
