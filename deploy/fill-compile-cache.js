// Fills the image's compile cache: starts and stops the server once, then loads the modules that a start does not need.
// It uses the server's own V8 options, because the cache depends on them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareNode } from '../server/runtime/prepare-node.js';
import { findBuild, moduleOf, projectFile } from '../server/runtime/program.js';
import { restartWithOptions } from '../server/runtime/restart-with-options.js';

restartWithOptions();
const folder = findBuild();
if (folder === null) throw new Error('there is no build of these sources');

const dataDir = await mkdtemp(join(tmpdir(), 'vakwerk-compile-'));
try {
  const main = fileURLToPath(projectFile('server/main.js'));
  const server = spawn(process.execPath, [main], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  // The first output means that the server is ready.
  await Promise.race([once(server.stdout, 'data'), ended]);
  server.kill('SIGTERM');
  const [code] = await ended;
  if (code !== 0) throw new Error(`the server ended with ${code}`);
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

prepareNode();
const chunks = projectFile(`${folder}chunks/`);
for (const file of await readdir(chunks)) await import(new URL(file, chunks).href);
await import(moduleOf('cli/run-command-line.ts').href);
