// Gives tests access to a server's database, on either engine.
import type { Database } from '#db/database.ts';
import { openPostgres } from '#db/postgres/open.ts';
import { openSqlite } from '#db/sqlite/open.ts';

interface DatabaseAccess {
  use<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** A later use opens a connection of its own. */
  close(): Promise<void>;
}

// A test may hold a transaction open until the server times out.
const waitMsMax = 60_000;
const connectionsMax = 4;
// A busy disk may hold a commit of the server for seconds.
const busyTimeoutMs = 30_000;

export function accessToSqlite(file: string): DatabaseAccess {
  return { use: (work) => useOnce(openSqlite(file, { busyTimeoutMs }), work), async close() {} };
}

/** Connections are reused: opening one takes longer than most statements. */
export function accessToPostgres(url: string): DatabaseAccess {
  const open = () => openPostgres({ url, connectionsMax, waitMsMax });
  let kept: Database | null = null;
  let isClosed = false;
  return {
    use: (work) => (isClosed ? useOnce(open(), work) : work((kept ??= open()))),
    async close() {
      isClosed = true;
      await kept?.close();
      kept = null;
    },
  };
}

async function useOnce<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
