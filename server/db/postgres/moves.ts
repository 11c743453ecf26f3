// The mark of a move from SQLite, in the database it goes to: there is one row, from before the first
// record to long after the last. How far it has come is written with the records themselves.
import type { Database } from '../database.ts';

export interface Move {
  /** The checksum of all that is to be moved; null until it is known. */
  source: string | null;
  /** The table that is being filled, and the last key in it. */
  tableName: string | null;
  lastKey: readonly (string | number)[] | null;
  rowsMoved: number;
  completedAt: number | null;
}

const table = `create table if not exists installation_moves (
  is_only boolean primary key default true check (is_only),
  source text,
  table_name text,
  last_key jsonb,
  rows_moved bigint not null,
  started_at timestamptz not null,
  completed_at timestamptz
)`;

export async function insertMove(db: Database, startedAt: number): Promise<void> {
  await db.execute(table);
  await db.run('insert into installation_moves (rows_moved, started_at) values (0, ?)', startedAt);
}

export async function findMove(db: Pick<Database, 'first'>): Promise<Move | undefined> {
  const isThere = await db.first(
    `select 1 from pg_class
      where relnamespace = current_schema()::regnamespace and relname = 'installation_moves'`,
  );
  return isThere === undefined ? undefined : readMove(db, '');
}

/** Nobody else can change it until the transaction ends. */
export async function holdMove(trx: Pick<Database, 'first'>): Promise<Move> {
  return (await readMove(trx, ' for update'))!;
}

async function readMove(db: Pick<Database, 'first'>, ending: string): Promise<Move | undefined> {
  const row = await db.first<Omit<Move, 'lastKey'> & { lastKey: string | null }>(
    `select source, table_name as "tableName", last_key as "lastKey", rows_moved as "rowsMoved",
        completed_at as "completedAt"
      from installation_moves${ending}`,
  );
  return row && { ...row, lastKey: row.lastKey === null ? null : JSON.parse(row.lastKey) };
}

export async function setMoveSource(trx: Database, source: string): Promise<void> {
  await trx.run('update installation_moves set source = ?', source);
}

export async function setMovePlace(
  trx: Database,
  { tableName, lastKey, rowsMoved }: Pick<Move, 'tableName' | 'lastKey' | 'rowsMoved'>,
): Promise<void> {
  await trx.run(
    'update installation_moves set table_name = ?, last_key = ?, rows_moved = ?',
    tableName,
    JSON.stringify(lastKey),
    rowsMoved,
  );
}

export async function setMoveCompleted(trx: Database, completedAt: number): Promise<void> {
  await trx.run('update installation_moves set completed_at = ?', completedAt);
}

export class UnfinishedMove extends Error {
  override name = 'UnfinishedMove';
}

/** What is there by half must not be served, nor changed. */
export async function refuseUnfinishedMove(db: Pick<Database, 'first'>): Promise<void> {
  const move = await findMove(db);
  if (!move || move.completedAt !== null) return;
  throw new UnfinishedMove(
    'an installation is being moved into this database, and not all of it is there: run vakwerk move again until it says that it is complete',
  );
}
