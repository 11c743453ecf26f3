import { migrate as takeSteps, schemaVersion } from '#db/migrate.ts';
import { openSqlite } from '#db/sqlite/open.ts';
import { readConfig } from '#server/config.ts';
import { databaseFileIn, prepareDataFolder } from '#server/data-folder.ts';
import { defineCommand } from '../command.ts';

export const migrate = defineCommand({
  about:
    "Brings the database to this program's version, or makes it. The server does the same when it starts.",
  options: {},
  async run({ env }) {
    const { dataDir } = readConfig(env);
    prepareDataFolder(dataDir);
    const db = openSqlite(databaseFileIn(dataDir));
    try {
      const taken = await takeSteps(db, Date.now());
      const steps = taken.map(({ number, name }) => ({ number, name }));
      const lines = steps.map(({ number, name }) => `Took step ${number}: ${name}`);
      if (lines.length === 0) lines.push('Nothing to do.');
      lines.push(`The database has version ${schemaVersion}.`);
      return { json: { version: schemaVersion, steps }, text: `${lines.join('\n')}\n` };
    } finally {
      await db.close();
    }
  },
});
