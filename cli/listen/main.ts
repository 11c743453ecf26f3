// `vakwerk-listen`, a program of the client package: the command `listen` without a copy of the source.
import { readFileSync } from 'node:fs';
import { listen } from '../commands/listen.ts';
import { exitDone, reportFailure, runCommand, versionText } from '../run-command.ts';

const usage = 'npx --package "$VAKWERK_URL/docs/client.tgz" vakwerk-listen';
const words = process.argv.slice(2);
const program = 'vakwerk-listen';
const named = { name: program, usage, command: listen, isProgram: true } as const;

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await run().catch((error: Error) =>
  reportFailure(error, { program, words, env: process.env, terminal: process }),
);

async function run(): Promise<number> {
  if (words[0] !== '--version') return runCommand(named, words, process.env, process);
  // Read at run time: the package's file, beside the folder of this program.
  const file = new URL('../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
  process.stdout.write(versionText(version, words.slice(1)));
  return exitDone;
}
