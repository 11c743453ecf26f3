import type { Command, OptionSpec } from './command.ts';
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
    'Every command takes --json to print one JSON object, and --help.',
    'Settings come from the environment, as for the server (docs/settings.md).',
    '',
  ].join('\n');
}

export function helpForCommand(name: string, command: Command): string {
  const { about, argument, options, ownsOutput } = command;
  const entries: [string, OptionSpec][] = Object.entries(options);
  if (!ownsOutput) entries.push(['json', { text: 'print one JSON object' }]);
  const usage = [
    `Usage: ${howToRun(name)}`,
    ...(argument ? [argument.value] : []),
    ...entries.map(([option, spec]) => usageOf(option, spec)),
  ];
  const explained = [
    ...(argument ? [[`  ${argument.value}`, argument.text]] : []),
    ...entries.map(([option, spec]) => [`  ${flag(option, spec)}`, spec.text]),
  ];
  return [usage.join(' '), '', about, '', columns(explained), ''].join('\n');
}

function usageOf(option: string, spec: OptionSpec): string {
  return spec.required ? flag(option, spec) : `[${flag(option, spec)}]`;
}

function flag(option: string, { value }: OptionSpec): string {
  return value === undefined ? `--${option}` : `--${option} ${value}`;
}
