// `vakwerk-listen`, a program of the client package: the command `listen` without a copy of the source.
import { listen } from '../commands/listen.ts';
import { reportFailure, runCommand } from '../run-command.ts';

const usage = 'npx --package "$VAKWERK_URL/docs/client.tgz" vakwerk-listen';
const words = process.argv.slice(2);
const named = { name: 'vakwerk-listen', usage, command: listen };

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommand(named, words, process.env, process).catch((error: Error) =>
  reportFailure(error, words, process.env, process),
);
