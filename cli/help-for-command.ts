import type { NamedCommand, OptionSpec } from './command.ts';
import { columns } from './layout.ts';

const optionsOfPrograms = [
  ['  --help', 'print this'],
  ['  --version', 'print the version of this program'],
];

export function helpForCommand({ usage: line, command, isProgram }: NamedCommand): string {
  const { about, argument, options, ownsOutput, printsLines } = command;
  const entries: [string, OptionSpec][] = Object.entries(options);
  const jsonText = printsLines ? 'print a JSON object per line' : 'print one JSON object';
  if (!ownsOutput) entries.push(['json', { text: jsonText }]);
  const usage = [
    `Usage: ${line}`,
    ...(argument ? [argument.value] : []),
    ...entries.map(([option, spec]) => usageOf(option, spec)),
  ];
  const explained = [
    ...(argument ? [[`  ${argument.value}`, argument.text]] : []),
    ...entries.map(([option, spec]) => [`  ${flag(option, spec)}`, spec.text]),
    ...(isProgram ? optionsOfPrograms : []),
  ];
  return [usage.join(' '), '', about, '', columns(explained), ''].join('\n');
}

function usageOf(option: string, spec: OptionSpec): string {
  const more = spec.repeats ? '…' : '';
  return spec.required ? flag(option, spec) : `[${flag(option, spec)}]${more}`;
}

function flag(option: string, { value }: OptionSpec): string {
  return value === undefined ? `--${option}` : `--${option} ${value}`;
}
