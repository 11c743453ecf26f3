// The client generators and the validating proxy of test/clients/package.json, which `.ci/get-tools`
// installs: they need an older TypeScript than this project has.
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { needs } from './needs.ts';

const run = promisify(execFile);
// The slowest generator takes three seconds on an idle machine.
const runMsMax = 120_000;
const packages = process.env['CLIENT_TOOLS'];

export const skipWithoutClientTools = !packages && needs('client generators');

/** A folder with copies of files and the installed tools. */
export interface Workshop {
  path: string;
  /** Runs one of the tools there. */
  run(tool: string, ...args: string[]): Promise<void>;
  remove(): void;
}

export function openWorkshop(document: string, files?: string): Workshop {
  const path = mkdtempSync(join(tmpdir(), 'vakwerk-clients-'));
  if (files) cpSync(files, path, { recursive: true });
  writeFileSync(join(path, 'openapi.json'), document);
  symlinkSync(packages!, join(path, 'node_modules'));
  return {
    path,
    async run(tool, ...args) {
      await run(process.execPath, [toolFile(tool), ...args], {
        cwd: path,
        timeout: runMsMax,
        env: { PATH: process.env['PATH'], HOME: path },
      });
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

export function toolFile(tool: string): string {
  return join(packages!, '.bin', tool);
}
