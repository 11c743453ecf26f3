// Searches everything a server stores for some words: all tables, all files, all its output.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Engine } from '#db/database.ts';
import type { TestServer } from './server.ts';

/** Where any of the words was found, in any case. */
export async function tracesOf(server: TestServer, words: readonly string[]): Promise<string[]> {
  const rows = await server.withDatabase((db) => tracesInTables(db, words));
  return [
    ...rows,
    ...filesIn(server.dataDir).flatMap((file) => tracesIn(file, readFileSync(file), words)),
    ...tracesIn('the log', Buffer.from(server.output()), words),
  ];
}

/** Each with its table; SQLite's word indexes are searched in the files only. */
async function tracesInTables(db: Database, words: readonly string[]): Promise<string[]> {
  const traces: string[] = [];
  for (const table of await tablesOf(db)) {
    const rows = await db.all<Record<string, unknown>>(selectAll[db.engine](table));
    for (const row of rows) {
      const text = JSON.stringify(row, (_name, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      traces.push(...tracesIn(table, Buffer.from(text), words));
    }
  }
  return traces;
}

const selectAll: Record<Engine, (table: string) => string> = {
  sqlite: (table) => `select * from ${table}`,
  // Every column as text, whatever its type.
  postgres: (table) => `select cast(t as text) as text from ${table} t`,
};

export async function tablesOf(db: Database): Promise<string[]> {
  const rows = await db.all<{ name: string }>(tablesQuery[db.engine]);
  return rows.map(({ name }) => name);
}

const tablesQuery: Record<Engine, string> = {
  // Without word indexes and the tables behind them.
  sqlite: `select name from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite_%' order by name`,
  postgres: `select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind = 'r' order by name`,
};

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function tracesIn(place: string, bytes: Buffer, words: readonly string[]): string[] {
  const text = bytes.toString('latin1').toLowerCase();
  return words.flatMap((word) => {
    const at = text.indexOf(Buffer.from(word).toString('latin1').toLowerCase());
    return at === -1
      ? []
      : [`${place}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))}`];
  });
}
