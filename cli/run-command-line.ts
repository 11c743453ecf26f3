// Runs a command line: parses the arguments, prints the outcome, returns the exit code.
import { type Terminal, UsageError } from './command.ts';
import { commandList, commandNames, namesInGroup } from './command-list.ts';
import { helpForCommand, helpForCommands } from './help.ts';
import { howToRun } from './how-to-run.ts';
import { readArguments } from './read-arguments.ts';

const exitDone = 0;
const exitRefused = 1;
const exitMisused = 2;

export async function runCommandLine(
  words: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  try {
    return await run(words, env, terminal);
  } catch (error) {
    terminal.stderr.write(`vakwerk: ${oneLine(error as Error, env)}\n`);
    return error instanceof UsageError ? exitMisused : exitRefused;
  }
}

async function run(words: string[], env: NodeJS.ProcessEnv, terminal: Terminal): Promise<number> {
  const [first = '', second = ''] = words;
  const group = namesInGroup(first);
  if (isHelp(first) || (isHelp(second) && group.length > 0)) {
    terminal.stdout.write(helpForCommands(isHelp(first) ? commandNames : group));
    return exitDone;
  }
  const { name, rest } = findCommand(words);
  const command = await commandList[name]!.load();
  if (rest.some(isHelp)) {
    terminal.stdout.write(helpForCommand(name, command));
    return exitDone;
  }
  const { argument, options, asJson } = readArguments(name, command, rest);
  const outcome = await command.run({ argument, options, env, terminal });
  if (outcome === null) return exitDone;
  terminal.stdout.write(asJson ? `${JSON.stringify(outcome.json)}\n` : outcome.text);
  return outcome.isBad ? exitRefused : exitDone;
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
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

function oneLine(error: Error, env: NodeJS.ProcessEnv): string {
  const isForDevelopers = env['LOG_LEVEL'] === 'debug' || env['LOG_LEVEL'] === 'trace';
  if (isForDevelopers && error.stack) return withoutPasswords(error.stack);
  // The message may contain typed text or file content: escape control characters.
  const line = error.message.replace(/\s*\n\s*/g, ' ').replace(/\p{Control}/gu, '?');
  return withoutPasswords(line);
}

// Database URLs contain passwords.
function withoutPasswords(text: string): string {
  return text.replace(/(:\/\/[^\s/:@]*):\S*@/g, '$1:…@').replace(/(\bpassword=)[^\s&"']+/gi, '$1…');
}
