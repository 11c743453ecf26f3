import { type Database, DatabaseUnavailable, type Engine } from '#db/database.ts';
import type { TestServer } from './server.ts';

const deadlock = '40P01';

/** Blocks the server's writes while the work runs. */
export function whileWritesAreHeld<T>(server: TestServer, work: () => Promise<T>): Promise<T> {
  return server.withDatabase(async (db) => {
    for (;;) {
      try {
        return await db.transaction(async (trx) => {
          await holdWrites[trx.engine](trx);
          return work();
        });
      } catch (error) {
        // A deadlock with a write in flight, which locks tables in another order.
        if (!(error instanceof DatabaseUnavailable) || codeOf(error.cause) !== deadlock)
          throw error;
      }
    }
  });
}

function codeOf(cause: unknown): unknown {
  return (cause as { code?: unknown } | undefined)?.code;
}

const holdWrites: Record<Engine, (trx: Database) => Promise<void>> = {
  // A transaction there locks the whole database.
  async sqlite() {},
  // All durable tables: rate limits are in an unlogged table, and go on.
  async postgres(trx) {
    const tables = await trx.all<{ name: string }>(
      `select quote_ident(relname) as name from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r' and relpersistence = 'p'`,
    );
    await trx.execute(`lock table ${tables.map(({ name }) => name).join(', ')} in exclusive mode`);
  },
};
