// How statements reach PostgreSQL: over any connection of the pool, or over the one that a transaction has.
import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { asEngineFault } from './faults.ts';

export interface Wire {
  send(question: string | QueryConfig): Promise<QueryResult>;
  /** To find out something before a statement is sent, without another getting in front of it. */
  inOrder<Ready>(prepare: () => Promise<Ready>): Promise<Ready>;
}

export function wireOfPool(pool: Pool): Wire {
  return {
    async send(question) {
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
 */
export class TransactionWire implements Wire {
  readonly #client: PoolClient;
  #last: Promise<unknown> = Promise.resolve();
  #fault: { reason: unknown } | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async send(question: string | QueryConfig): Promise<QueryResult> {
    // Those behind a failure are told of it, and not of its consequences.
    if (this.#fault) throw this.#fault.reason;
    try {
      return await this.#client.query(question as QueryConfig);
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

  /** Before the transaction is committed or undone. */
  end(): void {
    this.#fault ??= { reason: new Error('the transaction is over') };
  }
}
