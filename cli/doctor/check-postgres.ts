import { type Database, DatabaseUnavailable } from '#db/database.ts';
import { DatabaseTooNew, refuseNewer, schemaVersion } from '#db/migrate.ts';
import { asEngineFault } from '#db/postgres/faults.ts';
import { inspectPostgres } from '#db/postgres/inspect.ts';
import { refuseSharedSessions, SharedSessions } from '#db/postgres/refuse-shared-sessions.ts';
import { refuseUnsafeServer } from '#db/postgres/refuse-unsafe-server.ts';
import { readServerFacts } from '#db/postgres/server-facts.ts';
import type { Config } from '#server/config.ts';
import { placeOf } from '../database-place.ts';
import { howToRun } from '../how-to-run.ts';
import { usePostgres } from '../open-postgres.ts';
import { type Check, failed, ok, warning } from './check.ts';

const versionMin = 15;
const waitMsMax = 10_000;
// Each server has one more connection for LISTEN.
const listenersOfServer = 1;

export async function checkPostgres(config: Config & { databaseUrl: string }): Promise<Check[]> {
  const place = placeOf(config.databaseUrl);
  try {
    // First: queries through a pooler that shares sessions fail now and then.
    const sessions = await checkSessions(config.databaseUrl);
    if (sessions.status === 'failed') return [sessions];
    return await usePostgres(config.databaseUrl, waitMsMax, async (db) => {
      const { version, encoding, connectionsMax } = await readServerFacts(db);
      return [
        ok('database', `${place} can be reached`),
        sessions,
        checkServerVersion(version),
        await checkSafety(db, config),
        checkConnections(connectionsMax, config.databaseConnectionsMax),
        checkEncoding(encoding),
        await checkTables(db),
      ];
    });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable) && !isFromServer(error)) throw error;
    const fix = 'check DATABASE_URL, that the database server runs, and that it accepts this user';
    return [failed('database', `${place} cannot be used (${(error as Error).message})`, fix)];
  }
}

async function checkSessions(url: string): Promise<Check> {
  const name = 'sessions';
  try {
    await refuseSharedSessions({ url, waitMsMax });
    return ok(name, 'not shared by a pooler');
  } catch (error) {
    if (!(error instanceof SharedSessions)) throw asEngineFault(error);
    return failed(name, error.message, 'use a pooler in session mode, or none');
  }
}

// A permanent error of the server, such as a wrong password.
function isFromServer(error: unknown): boolean {
  return typeof (error as { severity?: unknown }).severity === 'string';
}

export function checkServerVersion(have: string): Check {
  const name = 'postgresql';
  if (Number.parseInt(have, 10) >= versionMin) return ok(name, `PostgreSQL ${have}`);
  const found = `PostgreSQL ${have}; ${versionMin} or later is required`;
  return failed(name, found, 'upgrade the database server');
}

async function checkSafety(db: Database, { databaseMayLoseData }: Config): Promise<Check> {
  const name = 'durability';
  try {
    await refuseUnsafeServer(db);
    return ok(name, 'acknowledged writes are on disk');
  } catch (error) {
    const fix = 'turn them on in postgresql.conf';
    const { message } = error as Error;
    return databaseMayLoseData ? warning(name, message, fix) : failed(name, message, fix);
  }
}

export function checkConnections(allowed: number, connectionsMax: number): Check {
  const name = 'connections';
  const needed = connectionsMax + listenersOfServer;
  const found = `${allowed} allowed; a server may use ${needed}`;
  if (allowed < needed) {
    return failed(name, found, 'lower DATABASE_CONNECTIONS_MAX, or raise max_connections');
  }
  if (allowed < 2 * needed) {
    return warning(
      name,
      found,
      'enough for one server: raise max_connections before adding a second',
    );
  }
  return ok(name, found);
}

export function checkEncoding(encoding: string): Check {
  const name = 'encoding';
  if (encoding === 'UTF8') return ok(name, encoding);
  const fix = 'create a database with encoding UTF8: names in other scripts are refused otherwise';
  return failed(name, encoding, fix);
}

async function checkTables(db: Database): Promise<Check> {
  const name = 'database version';
  try {
    const { isVakwerk, version } = await inspectPostgres(db);
    refuseNewer(version);
    const fix = `start the server, or run ${howToRun('migrate')}`;
    if (!isVakwerk) return warning(name, 'there are no tables yet', fix);
    if (version === schemaVersion) return ok(name, `${version}`);
    return warning(name, `${version}; this program needs ${schemaVersion}`, fix);
  } catch (error) {
    const { message } = error as Error;
    if (error instanceof DatabaseTooNew) return failed(name, message, 'update the program');
    throw error;
  }
}
