// Sends statements to PostgreSQL, on any connection or on that of a transaction. After the
// deadline, by `monotonicMs`, nothing is sent: the caller has timed out.
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { type Connections, withTimeout, type Kind } from './connections.ts';
import { asEngineFault } from './faults.ts';
import { timeLeft } from './time-left.ts';

export interface Wire {
  /** A write outside a transaction commits by itself. */
  send(query: string | QueryConfig, kind?: Kind): Promise<QueryResult>;
  /** Prepares a statement without letting a later one overtake it. */
  inOrder<Ready>(prepare: () => Promise<Ready>): Promise<Ready>;
}

// A statement in flight at the deadline may finish: it holds no locks that others need.
export function wireOfAny(connections: Connections, deadline: number): Wire {
  return {
    async send(query, kind = 'read') {
      timeLeft(deadline);
      return connections.query(kind, deadline, (client) => client.query(query as QueryConfig));
    },
    inOrder: (prepare) => prepare(),
  };
}

/**
 * Sends statements in the order of the calls. Statements are pipelined, so some may be requested
 * after one has failed, or after the end: they are not sent, since they would take effect outside
 * the transaction. A statement in flight at the deadline is abandoned and its connection closed: it
 * may hold locks.
 */
export class TransactionWire implements Wire {
  readonly #client: PoolClient;
  readonly #deadline: number;
  readonly #answerMsMax: number;
  #last: Promise<unknown> = Promise.resolve();
  #fault: { reason: unknown } | undefined;

  constructor(client: PoolClient, deadline: number, answerMsMax: number) {
    this.#client = client;
    this.#deadline = deadline;
    this.#answerMsMax = answerMsMax;
  }

  async send(query: string | QueryConfig): Promise<QueryResult> {
    // Statements after a failure report that failure, not its consequences.
    if (this.#fault) throw this.#fault.reason;
    try {
      const config = typeof query === 'string' ? { text: query } : query;
      const leftMs = Math.min(timeLeft(this.#deadline), this.#answerMsMax);
      return await this.#client.query(withTimeout(config, leftMs));
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

  /** Call before commit or rollback. */
  end(): void {
    this.#fault ??= { reason: new Error('the transaction is over') };
  }
}
