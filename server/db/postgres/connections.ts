// The connection pool. It never has more backends than allowed, whatever hangs: a connection that
// times out is replaced only after its backend has ended. While a commit hangs, no other write
// begins (circuit breaker). A backend that waits for a synchronous standby ignores both
// `statement_timeout` and a disconnected client.
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';
import { asEngineFault } from './faults.ts';
import { checkConnections, sessionSettings } from './session-settings.ts';
import { DeadlineExceeded, timeLeft } from './time-left.ts';
import { WriteSlots } from './write-slots.ts';
import { typeParsers } from './values.ts';
import { backendName, type BackendState, UnansweredConnections } from './unanswered.ts';

interface ConnectionsOptions {
  url: string;
  connectionsMax: number;
  waitMsMax: number;
  connectMsMax: number;
  mayLoseData: boolean;
  onConnected(): void;
  onError(error: Error): void;
  /** The circuit breaker has opened or closed. */
  onCommitsHang(areHanging: boolean): void;
}

/** A write commits, which may wait for a standby; a read never does. */
export type Kind = 'read' | 'write';

const idleMsMax = 30_000;
// The share of connections reserved for reads, even when all writes hang.
const readShareMin = 1 / 4;
// The share of the wait time after which a commit counts as hanging.
const hangShare = 1 / 2;
// Below 1: the statement times out before its caller does, so that a retry finds the locks free.
const statementShare = 0.9;
// How much later than the server's timeout the client gives up on a connection.
const answerGraceMs = 500;

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #pool: Pool;
  readonly #backends = new WeakMap<object, string>();
  readonly #writeSlots: WriteSlots;
  readonly #writers = new Set<PoolClient>();
  readonly #unanswered: UnansweredConnections;
  // Pending commits, oldest first.
  readonly #commits = new Set<{ beganAt: number }>();
  #wereHanging = false;

  constructor(options: ConnectionsOptions) {
    const { connectionsMax, connectMsMax, waitMsMax } = options;
    this.#options = options;
    this.#writeSlots = new WriteSlots(
      Math.max(1, connectionsMax - Math.max(1, Math.floor(connectionsMax * readShareMin))),
    );
    this.#unanswered = new UnansweredConnections((backends) => this.#statesOf(backends));
    this.#pool = new Pool({
      connectionString: options.url,
      max: connectionsMax,
      connectionTimeoutMillis: connectMsMax,
      idleTimeoutMillis: idleMsMax,
      statement_timeout: Math.floor(waitMsMax * statementShare),
      idle_in_transaction_session_timeout: waitMsMax * 2,
      application_name: 'vakwerk',
      types: typeParsers,
      keepAlive: true,
      // Independent statements are sent without waiting for each other's results.
      pipeline: true,
      // The pool hands out the connection afterwards.
      onConnect: (client) => this.#prepare(client as PoolClient),
    });
    // The pool drops a connection that breaks while idle.
    this.#pool.on('error', (error) => options.onError(error));
    // Without a listener, a connection that breaks in use would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** The longest wait for a statement. */
  get answerMsMax(): number {
    return this.#options.waitMsMax + answerGraceMs;
  }

  /** Exclusive, until the connection is released or closed. */
  async take(kind: Kind, deadline: number): Promise<PoolClient> {
    if (kind === 'read') return this.#connect(deadline);
    this.#refuseWhileCommitsHang();
    await this.#writeSlots.take(Math.min(this.#options.connectMsMax, timeLeft(deadline)));
    try {
      this.#refuseWhileCommitsHang();
      const client = await this.#connect(deadline);
      this.#writers.add(client);
      return client;
    } catch (error) {
      this.#writeSlots.release();
      throw error;
    }
  }

  /** Closes the connection after a fault. */
  release(client: PoolClient, fault?: Error): void {
    if (this.#writers.delete(client)) this.#writeSlots.release();
    client.release(fault);
  }

  /**
   * For a connection closed with a statement in flight: its slot is free once the backend has
   * ended.
   */
  async releaseWhenEnded(client: PoolClient, fault: Error): Promise<void> {
    await this.#unanswered.untilEnded(this.#backends.get(client)!);
    this.release(client, fault);
  }

  /** Runs one statement on any connection. */
  async query(
    kind: Kind,
    deadline: number,
    send: (client: PoolClient) => Promise<QueryResult>,
  ): Promise<QueryResult> {
    const client = await this.take(kind, deadline);
    return this.#answered(client, send(client), this.answerMsMax);
  }

  /**
   * Releases the connection when the commit is answered and `afterwards` is done. The caller waits
   * for the commit only.
   */
  async commit(
    client: PoolClient,
    deadline: number,
    afterwards: () => Promise<Error | undefined>,
  ): Promise<QueryResult> {
    const began = { beganAt: performance.now() };
    this.#commits.add(began);
    const answer = client.query('commit').finally(() => {
      this.#commits.delete(began);
      // After the watch of this commit has ended.
      setImmediate(() => this.#areCommitsHanging());
    });
    const waitMsMax = Math.min(this.#options.waitMsMax, deadline - monotonicMs());
    return this.#answered(client, answer, waitMsMax, afterwards);
  }

  /**
   * The caller waits up to `waitMsMax`. The connection is released when the answer arrives, however
   * late.
   */
  #answered(
    client: PoolClient,
    answer: Promise<QueryResult>,
    waitMsMax: number,
    afterwards?: () => Promise<Error | undefined>,
  ): Promise<QueryResult> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    let endWatch = () => {};
    const timer = setTimeout(() => {
      const kind = this.#writers.has(client) ? 'write' : 'read';
      endWatch = this.#unanswered.add({ client, kind, backend: this.#backends.get(client)! });
      const late = new DatabaseUnavailable('PostgreSQL: no answer in time');
      this.#options.onError(late);
      reject(late);
    }, waitMsMax);
    const waitFor = async () => {
      try {
        const result = await answer.finally(() => {
          clearTimeout(timer);
          endWatch();
        });
        void this.#releaseAfter(client, afterwards);
        return result;
      } catch (error) {
        this.release(client, error as Error);
        throw asEngineFault(error);
      }
    };
    return Promise.race([waitFor(), tooLate]);
  }

  async #releaseAfter(
    client: PoolClient,
    afterwards?: () => Promise<Error | undefined>,
  ): Promise<void> {
    this.release(client, afterwards && (await afterwards()));
  }

  load(): { busy: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, waiting: waitingCount + this.#writeSlots.waiting };
  }

  async close(): Promise<void> {
    this.#unanswered.close();
    await this.#pool.end();
  }

  async #connect(deadline: number): Promise<PoolClient> {
    // When reads hang too, the last connection is reserved for checking the state of the others.
    const isLast = this.#unanswered.count >= this.#options.connectionsMax - 1;
    if (isLast && this.#unanswered.has('read')) {
      throw new DatabaseUnavailable('PostgreSQL: the connections hang');
    }
    const client = await this.#pool.connect().catch((error) => {
      throw asEngineFault(error);
    });
    if (monotonicMs() < deadline) return client;
    client.release();
    throw new DeadlineExceeded('no connection in time');
  }

  #refuseWhileCommitsHang(): void {
    if (this.#areCommitsHanging()) throw new DatabaseUnavailable('PostgreSQL: commits hang');
  }

  #areCommitsHanging(): boolean {
    const [oldest] = this.#commits;
    const hangMs = this.#options.waitMsMax * hangShare;
    const isOldHanging = oldest !== undefined && performance.now() - oldest.beganAt > hangMs;
    const areHanging = isOldHanging || this.#unanswered.has('write');
    if (areHanging !== this.#wereHanging) {
      this.#wereHanging = areHanging;
      this.#options.onCommitsHang(areHanging);
    }
    return areHanging;
  }

  // As statements: poolers drop the options of a connection.
  async #prepare(client: PoolClient): Promise<void> {
    const send = (text: string) =>
      client.query(withTimeout({ text }, this.#options.connectMsMax)) as Promise<unknown>;
    // Not every operating system supports it; there a statement runs until its timeout.
    const checking = send(checkConnections).catch(() => {});
    const settings = sessionSettings(this.#options.mayLoseData);
    const name = `select ${backendName} as name from pg_stat_get_activity(pg_backend_pid())`;
    const results = (await send(`${settings}; ${name}`)) as QueryResult<{ name: string }>[];
    await checking;
    this.#backends.set(client, results.at(-1)!.rows[0]!.name);
    this.#options.onConnected();
  }

  async #statesOf(backends: readonly string[]): Promise<Map<string, BackendState>> {
    if (this.#unanswered.count >= this.#options.connectionsMax) this.#unanswered.closeOneRead();
    const client = await this.#pool.connect();
    let fault: Error | undefined;
    try {
      const text = `select ${backendName} as name, state from pg_stat_activity where ${backendName} = any($1)`;
      const query = withTimeout({ text, values: [backends] }, this.answerMsMax);
      const { rows } = await client.query<{ name: string; state: BackendState }>(query);
      return new Map(rows.map(({ name, state }) => [name, state]));
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      client.release(fault);
    }
  }
}

/** The driver closes the connection when the timeout expires. */
export function withTimeout(query: QueryConfig, msMax: number): QueryConfig {
  return { ...query, query_timeout: msMax } as QueryConfig;
}

/** Whether the driver has closed the connection with the statement in flight. */
export function isQueryTimeout(error: unknown): boolean {
  const { cause } = error as Error;
  return (cause as Error | undefined)?.message === 'Query read timeout';
}
