// The connections to PostgreSQL: never more backends than allowed, whatever hangs. A connection that does not answer in
// time is not replaced before its backend has ended, and while a commit hangs no other write is begun (circuit breaker).
// A backend that waits for a synchronous standby heeds neither `statement_timeout` nor a client that has gone.
import { Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { DatabaseUnavailable } from '../database.ts';
import { monotonicMs } from '../monotonic.ts';
import { asEngineFault } from './faults.ts';
import { noticeGoneClients, sessionSettings } from './session-settings.ts';
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
  /** The circuit breaker has opened, or closed again. */
  onCommitsHang(areHanging: boolean): void;
}

/** A write commits, which may have to wait for a standby; a read never does. */
export type Kind = 'read' | 'write';

const idleMsMax = 30_000;
// Of the connections: writes leave them to reads, also when all writes hang.
const readShareMin = 1 / 4;
// Of the time to wait: a commit that takes longer hangs.
const hangShare = 1 / 2;
// A statement is given up before its caller is, so that who comes back finds its locks free.
const statementShare = 0.9;
// A connection that hangs is given up by this side a little after the server should have answered.
const answerGraceMs = 500;

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #pool: Pool;
  readonly #backends = new WeakMap<object, string>();
  readonly #writeSlots: WriteSlots;
  readonly #writers = new Set<PoolClient>();
  readonly #unanswered: UnansweredConnections;
  // When each began, the oldest first.
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
      // Statements that do not wait for each other are sent together.
      pipeline: true,
      // Nobody gets the connection before it is done.
      onConnect: (client) => this.#prepare(client as PoolClient),
    });
    // A connection that breaks while nobody uses it is dropped by the pool.
    this.#pool.on('error', (error) => options.onError(error));
    // Without a listener a connection that breaks while it is used would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** The longest that a statement is waited for. */
  get answerMsMax(): number {
    return this.#options.waitMsMax + answerGraceMs;
  }

  /** For the caller alone, until it is given back, held or closed. */
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
      this.#writeSlots.giveBack();
      throw error;
    }
  }

  /** With a fault it is closed. */
  giveBack(client: PoolClient, fault?: Error): void {
    if (this.#writers.delete(client)) this.#writeSlots.giveBack();
    client.release(fault);
  }

  /** For one that was closed while a statement was under way: its place is free when the backend has noticed. */
  async giveBackWhenEnded(client: PoolClient, fault: Error): Promise<void> {
    await this.#unanswered.untilEnded(this.#backends.get(client)!);
    this.giveBack(client, fault);
  }

  /** One statement on any connection. */
  async query(
    kind: Kind,
    deadline: number,
    send: (client: PoolClient) => Promise<QueryResult>,
  ): Promise<QueryResult> {
    const client = await this.take(kind, deadline);
    return this.#answered(client, send(client), this.answerMsMax);
  }

  /** Gives the connection back when the commit is answered and `afterwards` is done; nobody waits for the latter. */
  async commit(
    client: PoolClient,
    deadline: number,
    afterwards: () => Promise<Error | undefined>,
  ): Promise<QueryResult> {
    const began = { beganAt: performance.now() };
    this.#commits.add(began);
    const answer = client.query('commit').finally(() => {
      this.#commits.delete(began);
      // When the watch of this one has ended too.
      setImmediate(() => this.#areCommitsHanging());
    });
    const waitMsMax = Math.min(this.#options.waitMsMax, deadline - monotonicMs());
    return this.#answered(client, answer, waitMsMax, afterwards);
  }

  /** The caller waits so long. The connection is given back when there is an answer, however late. */
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
        void this.#giveBackAfter(client, afterwards);
        return result;
      } catch (error) {
        this.giveBack(client, error as Error);
        throw asEngineFault(error);
      }
    };
    return Promise.race([waitFor(), tooLate]);
  }

  async #giveBackAfter(
    client: PoolClient,
    afterwards?: () => Promise<Error | undefined>,
  ): Promise<void> {
    this.giveBack(client, afterwards && (await afterwards()));
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
    // When reads hang too, the last connection is for the question which of the others are still there.
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

  // In so many words and not as an option of the connection, which poolers in between leave out.
  async #prepare(client: PoolClient): Promise<void> {
    const ask = (text: string) =>
      client.query(withTimeout({ text }, this.#options.connectMsMax)) as Promise<unknown>;
    // Not every system that it runs on can tell; there a statement goes on for as long as any may.
    const noticing = ask(noticeGoneClients).catch(() => {});
    const settings = sessionSettings(this.#options.mayLoseData);
    const name = `select ${backendName} as name from pg_stat_get_activity(pg_backend_pid())`;
    const results = (await ask(`${settings}; ${name}`)) as QueryResult<{ name: string }>[];
    await noticing;
    this.#backends.set(client, results.at(-1)!.rows[0]!.name);
    this.#options.onConnected();
  }

  async #statesOf(backends: readonly string[]): Promise<Map<string, BackendState>> {
    if (this.#unanswered.count >= this.#options.connectionsMax) this.#unanswered.cutOneRead();
    const client = await this.#pool.connect();
    let fault: Error | undefined;
    try {
      const text = `select ${backendName} as name, state from pg_stat_activity where ${backendName} = any($1)`;
      const question = withTimeout({ text, values: [backends] }, this.answerMsMax);
      const { rows } = await client.query<{ name: string; state: BackendState }>(question);
      return new Map(rows.map(({ name, state }) => [name, state]));
    } catch (error) {
      fault = error as Error;
      throw error;
    } finally {
      client.release(fault);
    }
  }
}

/** The driver cuts the connection when there is no answer by then. */
export function withTimeout(question: QueryConfig, msMax: number): QueryConfig {
  return { ...question, query_timeout: msMax } as QueryConfig;
}

/** Whether it did, with the statement still under way. */
export function wasCut(error: unknown): boolean {
  const { cause } = error as Error;
  return (cause as Error | undefined)?.message === 'Query read timeout';
}
