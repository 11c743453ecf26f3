// All checks, in order of dependency.
import { existsSync } from 'node:fs';
import { type Config, readConfig } from '#server/config.ts';
import { placeOf } from '../database-place.ts';
import { type Check, failed, ok } from './check.ts';
import { checkAssetStore } from './check-asset-store.ts';
import { checkDataFolder, checkFreeSpace, checkServer } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkNode, checkProgram, checkSqlite } from './check-versions.ts';

export async function examine(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const { config, check } = checkSettings(env);
  const checks = [checkProgram(), checkNode(), checkSqlite(), check];
  if (!config) return checks;
  const { dataDir, databaseUrl } = config;
  const folderCheck = checkDataFolder(dataDir);
  checks.push(folderCheck);
  const hasFolder = folderCheck.status !== 'failed' && existsSync(dataDir);
  if (hasFolder) checks.push(checkFreeSpace(config), checkServer(dataDir));
  if (databaseUrl !== null) checks.push(...(await checkPostgres({ ...config, databaseUrl })));
  else if (hasFolder) checks.push(...(await checkDatabase(dataDir)));
  if (hasFolder) checks.push(await checkAssetStore(config));
  checks.push(await checkSandbox());
  return checks;
}

// Loaded on demand: the command must also work with an incomplete node_modules.
async function checkSandbox(): Promise<Check> {
  try {
    return await (await import('./check-sandbox.ts')).checkSandbox();
  } catch (error) {
    return failed('picture sandbox', (error as Error).message, 'install the packages: npm ci');
  }
}

async function checkPostgres(config: Config & { databaseUrl: string }): Promise<Check[]> {
  return (await import('./check-postgres.ts')).checkPostgres(config);
}

function checkSettings(env: NodeJS.ProcessEnv): { config?: Config; check: Check } {
  try {
    const config = readConfig(env);
    const { dataDir, databaseUrl } = config;
    const place = databaseUrl === null ? dataDir : `${placeOf(databaseUrl)}, files in ${dataDir}`;
    return { config, check: ok('settings', `valid; the data is in ${place}`) };
  } catch (error) {
    const fix = 'correct the setting; docs/settings.md lists them all';
    return { check: failed('settings', (error as Error).message, fix) };
  }
}
