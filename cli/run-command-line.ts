// Runs a command line: finds the command that it names.
import packageFile from '../package.json' with { type: 'json' };
import { type Terminal, UsageError } from './command.ts';
import { commandList, commandNames, namesInGroup } from './command-list.ts';
import { helpForCommands } from './help.ts';
import { howToRun } from './how-to-run.ts';
import { exitDone, isHelp, reportFailure, runCommand, versionText } from './run-command.ts';

export async function runCommandLine(
  words: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    return await run(words, env, terminal);
  } catch (error) {
    return reportFailure(error as Error, { program: 'vakwerk', words, env, terminal });
  }
}

async function run(words: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const [first = '', second = ''] = words;
  const group = namesInGroup(first);
  if (isHelp(first) || (isHelp(second) && group.length > 0)) {
    terminal.stdout.write(helpForCommands(isHelp(first) ? commandNames : group));
    return exitDone;
  }
  if (first === '--version') {
    terminal.stdout.write(versionText(packageFile.version, words.slice(1)));
    return exitDone;
  }
  const { name, rest } = findCommand(words);
  const command = await commandList[name]!.load();
  return runCommand({ name, usage: howToRun(name), command }, rest, env, terminal);
}

function findCommand(words: string[]): { name: string; rest: string[] } {
  const [first = '', second = ''] = words;
  if (Object.hasOwn(commandList, first)) return { name: first, rest: words.slice(1) };
  const both = `${first} ${second}`;
  if (Object.hasOwn(commandList, both)) return { name: both, rest: words.slice(2) };
  const group = namesInGroup(first);
  if (group.length > 0) throw new UsageError(`"${first}" needs a subcommand: ${group.join(', ')}`);
  if (first === '' || first.startsWith('-')) {
    throw new UsageError(`a command is missing; ${howToRun('--help')} lists them`);
  }
  throw new UsageError(`there is no command "${first}"; ${howToRun('--help')} lists them`);
}
