// Runs the server with a business to look around in, in a folder of its own:
//   npm run demo [-- --fresh] [--folder ./demo-data]
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isDataFolderInUse } from '#server/data-folder.ts';
import { prepareNode } from '#runtime/prepare-node.js';
import { restartWithOptions } from '#runtime/restart-with-options.js';
import { demoWelcome } from './demo-welcome.ts';
import { type Demo, makeDemo, readDemo } from './make-demo.ts';
import { serveDemo } from './serve-demo.ts';

prepareNode();
restartWithOptions();
try {
  const options = { fresh: { type: 'boolean' }, folder: { type: 'string' } } as const;
  const { fresh: isFresh = false, folder: place = './demo-data' } = parseArgs({ options }).values;
  const folder = resolve(place);
  const demo = await openDemo(folder, isFresh);
  await serveDemo(folder, process.env, (url) => demoWelcome(url, folder, demo));
} catch (error) {
  process.stderr.write(`vakwerk demo: ${(error as Error).message}\n`);
  process.exit(1);
}

async function openDemo(folder: string, isFresh: boolean): Promise<Demo> {
  const found = readDemo(folder);
  if (found && !isFresh) return found;
  // Never remove a folder that holds anything but a demo.
  if (!found && existsSync(folder))
    throw new Error(`${folder} holds no demo: choose another with --folder`);
  if (found && isDataFolderInUse(folder)) throw new Error('it is running already: stop it first');
  process.stderr.write('Making the demo: 120 leads over ten weeks …\n');
  // Private, like a real data folder.
  process.umask(0o077);
  return makeDemo(folder, Date.now());
}
