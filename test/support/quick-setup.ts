// Setup of a quick run, on SQLite and without a browser.
import { startShared, useOwnFolder } from './run-setup.ts';

export { globalTeardown } from './run-setup.ts';

export async function globalSetup(): Promise<void> {
  process.env['TEST_DATABASES'] = 'SQLite';
  process.env['TEST_BROWSER'] = 'none';
  useOwnFolder();
  await startShared();
}
