import { moduleOf } from '#runtime/program.js';
import type { runServer } from '#server/run-server.ts';

// Overrides settings of a real server: the demo uses SQLite, files, and no mail.
const ownStorage = { DATABASE_URL: '', DATABASE_REPLICA_URL: '', ASSETS_URL: '', SMTP_URL: '' };

/** Runs the same program as `npm start`: the built one when it is up to date. */
export async function serveDemo(
  folder: string,
  env: NodeJS.ProcessEnv,
  welcome: (url: string) => string,
): Promise<void> {
  const program = (await import(moduleOf('server/run-server.ts').href)) as {
    runServer: typeof runServer;
  };
  await program.runServer({ ...env, ...ownStorage, DATA_DIR: folder }, ({ url }) => welcome(url));
}
