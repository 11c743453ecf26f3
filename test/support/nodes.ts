// Two servers on one PostgreSQL database, each with a data folder of its own.
import { type ServerOptions, startServer, type TestServer } from './server.ts';
import { createDatabase, dropDatabase } from './postgres.ts';
import { postgresForTests } from './postgres-for-tests.ts';

export interface Nodes {
  readonly all: readonly [TestServer, TestServer];
  readonly databaseUrl: string;
  /** In turn one and the other. */
  next(): TestServer;
  stop(): Promise<void>;
}

/** Both begin at the same moment, on a database that is empty. */
export async function startNodes(options: Omit<ServerOptions, 'dataDir'> = {}): Promise<Nodes> {
  const serverUrl = options.databaseUrl ? null : await postgresForTests();
  const databaseUrl = options.databaseUrl ?? (await createDatabase(serverUrl!));
  const start = () => startServer({ ...options, databaseUrl });
  const all = await Promise.all([start(), start()]);
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
