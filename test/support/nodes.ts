// Two servers on one PostgreSQL database, each with its own data folder.
import { patientWithPostgres, type ServerOptions, startServer, type TestServer } from './server.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { createMigratedDatabase, postgresForTests } from './postgres-for-tests.ts';

export interface Nodes {
  readonly all: readonly [TestServer, TestServer];
  readonly databaseUrl: string;
  /** Alternates between the two. */
  next(): TestServer;
  stop(): Promise<void>;
}

interface NodesOptions extends Omit<ServerOptions, 'dataDir'> {
  /** Without tables, which must be created. */
  isEmpty?: boolean;
}

/** Both start at the same moment. */
export async function startNodes({ isEmpty, ...options }: NodesOptions = {}): Promise<Nodes> {
  const serverUrl = options.databaseUrl ? null : await postgresForTests();
  const newDatabase = () => (isEmpty ? createDatabase(serverUrl!) : createMigratedDatabase());
  const databaseUrl = options.databaseUrl ?? (await newDatabase());
  const env = { ...patientWithPostgres, ...options.env };
  const start = () => startServer({ ...options, env, databaseUrl });
  const all = await bothOrNone(start);
  let turn = 0;
  return {
    all,
    databaseUrl,
    next: () => all[turn++ % all.length]!,
    async stop() {
      await Promise.all(all.map((node) => node.stop()));
      if (serverUrl) await dropDatabase(serverUrl, databaseUrl);
    },
  };
}

/** When one fails to start, the other is stopped. */
async function bothOrNone(start: () => Promise<TestServer>): Promise<[TestServer, TestServer]> {
  const [one, other] = await Promise.allSettled([start(), start()]);
  if (one.status === 'fulfilled' && other.status === 'fulfilled') return [one.value, other.value];
  for (const end of [one, other]) if (end.status === 'fulfilled') await end.value.stop();
  throw one.status === 'rejected' ? one.reason : (other as PromiseRejectedResult).reason;
}
