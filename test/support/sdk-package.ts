// The client as the service serves it: built and packed, in a folder of the test.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSdkCode, packSdk } from '../../scripts/build-sdk.ts';
import { root } from './project-files.ts';

const run = promisify(execFile);

/** Returns the path of the tarball. */
export async function writeTarball(folder: string): Promise<string> {
  const file = join(folder, 'client.tgz');
  writeFileSync(file, await packSdk());
  return file;
}

/** An empty project with the tarball, a path or a URL, installed, and nothing else. */
export async function projectWith(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'project', private: true, type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const env = { ...process.env, ...npmAlone(folder) };
  await run('npm', ['install', tarball], { cwd: folder, env });
  return folder;
}

/** npm's settings: nothing comes from a registry or a cache. */
export function npmAlone(folder: string): Record<string, string> {
  return {
    HOME: folder,
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_cache: join(folder, '.npm-cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    npm_config_ignore_scripts: 'true',
  };
}

/** The same without npm and types, which are slow: for programs that only use it. */
export async function installSdk(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules', '@vakwerk', 'client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'sdk', 'package.json'), join(installed, 'package.json'));
  await buildSdkCode(join(installed, 'dist'));
}
