// All checks, in the order in which one builds on the other.
import { existsSync } from 'node:fs';
import { type Config, readConfig } from '#server/config.ts';
import { type Check, failed, ok } from './check.ts';
import { checkAssetStore } from './check-asset-store.ts';
import { checkDataFolder, checkFreeSpace, checkServer } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkNode, checkProgram, checkSqlite } from './check-versions.ts';

export async function examine(env: NodeJS.ProcessEnv): Promise<Check[]> {
  const { config, check } = checkSettings(env);
  const checks = [checkProgram(), checkNode(), checkSqlite(), check];
  if (!config) return checks;
  const { dataDir } = config;
  const folderCheck = checkDataFolder(dataDir);
  checks.push(folderCheck);
  if (folderCheck.status === 'failed' || !existsSync(dataDir)) return checks;
  return [
    ...checks,
    checkFreeSpace(dataDir),
    checkServer(dataDir),
    ...(await checkDatabase(dataDir)),
    await checkAssetStore(config),
  ];
}

function checkSettings(env: NodeJS.ProcessEnv): { config?: Config; check: Check } {
  try {
    const config = readConfig(env);
    return { config, check: ok('settings', `valid; the data is in ${config.dataDir}`) };
  } catch (error) {
    const fix = 'correct the setting; docs/settings.md lists them all';
    return { check: failed('settings', (error as Error).message, fix) };
  }
}
