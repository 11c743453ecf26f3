import { migrate as runMigrations, schemaVersion } from '#db/migrate.ts';
import { defineCommand } from '../command.ts';
import { withDatabaseToMigrate } from '../open-database.ts';

export const migrate = defineCommand({
  about:
    "Migrates the database to this program's version, or creates it. The server does the same when it starts.",
  options: {},
  async run({ env, terminal }) {
    const taken = await withDatabaseToMigrate(env, (db) =>
      runMigrations(db, Date.now(), ({ number, of, name }) =>
        terminal.stderr.write(`Migrating the database: ${number} of ${of} (${name})\n`),
      ),
    );
    const steps = taken.map(({ number, name }) => ({ number, name }));
    const lines = steps.map(({ number, name }) => `Ran migration ${number}: ${name}`);
    if (lines.length === 0) lines.push('Nothing to do.');
    lines.push(`The database has version ${schemaVersion}.`);
    return { json: { version: schemaVersion, steps }, text: `${lines.join('\n')}\n` };
  },
});
