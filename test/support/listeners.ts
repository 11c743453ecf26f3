// The LISTEN connections of servers.
import type { Nodes } from './nodes.ts';

const listening = `from pg_stat_activity where datname = current_database()
  and application_name = 'vakwerk listener' and query like 'listen %'`;

export function listeners({ all: [node] }: Nodes) {
  return {
    async count(): Promise<number> {
      const rows = await node.withDatabase((db) => db.all(`select pid ${listening}`));
      return rows.length;
    },
    /** Each server reconnects, but with a delay. */
    async end(): Promise<void> {
      await node.withDatabase((db) => db.all(`select pg_terminate_backend(pid) ${listening}`));
    },
  };
}
