// The operator's command line; plain JavaScript for the reason given in server/main.js. Everything heavy
// is loaded by the command that needs it.
import { prepareNode } from '../server/runtime/prepare-node.js';
import { moduleOf } from '../server/runtime/program.js';

prepareNode();
// Every file it creates contains personal data.
process.umask(0o077);
const { runCommandLine } = await import(moduleOf('cli/run-command-line.ts').href);

// A reader such as `head` may close the pipe early.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, process);
