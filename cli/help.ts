import { commandList } from './command-list.ts';
import { howToRun } from './how-to-run.ts';
import { columns } from './layout.ts';

export function helpForCommands(names: readonly string[]): string {
  const commands = names.map((name) => [`  ${name}`, commandList[name]!.summary]);
  return [
    `Usage: ${howToRun('<command> [options]')}`,
    '',
    columns(commands),
    '',
    'Every command takes --json to print one JSON object, also for a failure, and --help.',
    '--version prints the version of this program.',
    'Settings come from the environment, as for the server (docs/settings.md).',
    '',
  ].join('\n');
}
