// How statements reach PostgreSQL: over any connection, or over the one that a transaction has. After a
// deadline, by `monotonicMs`, none is sent any more: nobody waits for what comes of it.
import type { PoolClient, QueryConfig, QueryResult } from 'pg';
import { type Connections, withTimeout, type Kind } from './connections.ts';
import { asEngineFault } from './faults.ts';
import { timeLeft } from './time-left.ts';

export interface Wire {
  /** A write outside a transaction commits by itself. */
  send(question: string | QueryConfig, kind?: Kind): Promise<QueryResult>;
  /** To find out something before a statement is sent, without another getting in front of it. */
  inOrder<Ready>(prepare: () => Promise<Ready>): Promise<Ready>;
}

// A statement that is under way at the deadline goes on for as long as any may: it holds nothing that others need.
export function wireOfAny(connections: Connections, deadline: number): Wire {
  return {
    async send(question, kind = 'read') {
      timeLeft(deadline);
      return connections.query(kind, deadline, (client) => client.query(question as QueryConfig));
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
  readonly #answerMsMax: number;
  #last: Promise<unknown> = Promise.resolve();
  #fault: { reason: unknown } | undefined;

  constructor(client: PoolClient, deadline: number, answerMsMax: number) {
    this.#client = client;
    this.#deadline = deadline;
    this.#answerMsMax = answerMsMax;
  }

  async send(question: string | QueryConfig): Promise<QueryResult> {
    // Those behind a failure are told of it, and not of its consequences.
    if (this.#fault) throw this.#fault.reason;
    try {
      const asked = typeof question === 'string' ? { text: question } : question;
      const leftMs = Math.min(timeLeft(this.#deadline), this.#answerMsMax);
      return await this.#client.query(withTimeout(asked, leftMs));
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
