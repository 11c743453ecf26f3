// The client as published: built and packed, in a folder of the test.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildSdk, buildSdkCode } from '../../scripts/build-sdk.ts';
import { root } from './project-files.ts';

const run = promisify(execFile);

/** Returns the path of the tarball. */
export async function packSdk(folder: string): Promise<string> {
  const source = join(folder, 'client-source');
  mkdirSync(source, { recursive: true });
  for (const file of ['package.json', 'README.md', 'LICENSE']) {
    cpSync(join(root, 'sdk', file), join(source, file));
  }
  await buildSdk(join(source, 'dist'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: source,
  });
  const [packed] = JSON.parse(stdout) as { filename: string }[];
  return join(folder, packed!.filename);
}

/** An empty project with the tarball installed, and nothing else. */
export async function projectWith(tarball: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "project", "private": true }\n');
  const quietly = ['--offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  await run('npm', ['install', ...quietly, tarball], { cwd: folder });
  return folder;
}

/** The same without npm and types, which are slow: for programs that only use it. */
export async function installSdk(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules', '@vakwerk', 'client');
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, 'sdk', 'package.json'), join(installed, 'package.json'));
  await buildSdkCode(join(installed, 'dist'));
}
