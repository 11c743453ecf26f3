// Runs one command: parses its arguments, prints the outcome or the failure, returns the exit code.
import { ConfigError } from '#core/config-error.ts';
import { type NamedCommand, type Terminal, UsageError } from './command.ts';
import { helpForCommand } from './help-for-command.ts';
import { readArguments } from './read-arguments.ts';

export const exitDone = 0;
const exitRefused = 1;
const exitMisused = 2;

export async function runCommand(
  named: NamedCommand,
  words: string[],
  env: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  if (words.some(isHelp)) {
    terminal.stdout.write(helpForCommand(named));
    return exitDone;
  }
  const { argument, options, asJson } = readArguments(named, words);
  const outcome = await named.command.run({
    name: named.name,
    argument,
    options,
    env,
    terminal,
    asJson,
  });
  if (outcome === null) return exitDone;
  terminal.stdout.write(asJson ? `${JSON.stringify(outcome.json)}\n` : outcome.text);
  return outcome.isBad ? exitRefused : exitDone;
}

export function isHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** What `--version` prints; the rest of the command line may be `--json`. */
export function versionText(version: string, rest: readonly string[]): string {
  const other = rest.find((word) => word !== '--json');
  if (other !== undefined) throw new UsageError(`--version takes no argument, got "${other}"`);
  return `${rest.length > 0 ? JSON.stringify({ version }) : version}\n`;
}

interface Failed {
  /** The name of the program. */
  program: string;
  words: string[];
  env: NodeJS.ProcessEnv;
  terminal: Terminal;
}

/** Prints why a command line failed; returns the exit code. */
export function reportFailure(error: Error, { program, words, env, terminal }: Failed): number {
  const isMisuse = error instanceof UsageError || error instanceof ConfigError;
  const message = oneLine(error, env);
  const failure = { error: isMisuse ? 'usage' : 'failure', message };
  const isNamed = message.startsWith(`${program} `);
  const text = isNamed ? message : `${program}: ${message}`;
  terminal.stderr.write(`${wantsJson(words) ? JSON.stringify(failure) : text}\n`);
  return isMisuse ? exitMisused : exitRefused;
}

/** Also when the rest of the command line is invalid. */
function wantsJson(words: string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).includes('--json');
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
