// The operator's command line. Everything heavy is loaded by the command that needs it.
import { enableCompileCache } from 'node:module';

enableCompileCache();

const { runCommandLine } = await import('./run-command-line.ts');

// A reader such as `head` may leave before everything is printed.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env, {
  print: (text) => process.stdout.write(text),
  complain: (text) => process.stderr.write(text),
});
