// Parses the arguments of a command. Unknown, missing and repeated options are refused.
import { parseArgs } from 'node:util';
import { type NamedCommand, type OptionSpec, type OptionValue, UsageError } from './command.ts';

interface Arguments {
  argument: string;
  options: Record<string, OptionValue>;
  asJson: boolean;
}

export function readArguments(named: NamedCommand, words: string[]): Arguments {
  const { name, command } = named;
  const specs: Record<string, OptionSpec> = {
    ...command.options,
    ...(!command.ownsOutput && { json: { text: '' } }),
  };
  const { tokens } = parseArgs({
    args: words,
    options: Object.fromEntries(
      Object.entries(specs).map(([option, { value }]) => [
        option,
        { type: value === undefined ? 'boolean' : 'string' },
      ]),
    ),
    // parseArgs prints messages of several lines, so the tokens are checked here instead.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given: Arguments['options'] = {};
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (!spec) throw new UsageError(`${name} has no option ${token.rawName}${hint(named)}`);
    const value = valueOf(token, spec);
    const earlier = given[token.name];
    if (spec.repeats) given[token.name] = [...((earlier as string[]) ?? []), value as string];
    else if (earlier === undefined) given[token.name] = value;
    else throw new UsageError(`${token.rawName} is given twice`);
  }
  return {
    argument: readPositional(named, positionals),
    options: withRequired(named, given),
    asJson: given['json'] === true,
  };
}

type OptionToken = {
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
};

function valueOf({ rawName, value, inlineValue }: OptionToken, spec: OptionSpec): string | boolean {
  if (spec.value === undefined) {
    if (value !== undefined) throw new UsageError(`${rawName} takes no value`);
    return true;
  }
  const isNextOption = !inlineValue && value?.startsWith('-');
  if (value === undefined || value.trim() === '' || isNextOption) {
    throw new UsageError(`${rawName} needs a value: ${rawName} ${spec.value}`);
  }
  return value.trim();
}

function readPositional(named: NamedCommand, positionals: string[]): string {
  const { name, command } = named;
  const { argument } = command;
  const [first = '', second] = positionals;
  if (argument === null) {
    if (first !== '')
      throw new UsageError(`${name} takes no argument, got "${first}"${hint(named)}`);
    return '';
  }
  if (first.trim() === '') throw new UsageError(`${name} needs ${argument.value}${hint(named)}`);
  if (second !== undefined) {
    throw new UsageError(`${name} takes one ${argument.value}, got a second: "${second}"`);
  }
  return first;
}

function withRequired(named: NamedCommand, given: Arguments['options']): Arguments['options'] {
  const { name, command } = named;
  const values: Arguments['options'] = {};
  for (const [option, spec] of Object.entries(command.options)) {
    const value = given[option];
    if (spec.required && value === undefined) {
      throw new UsageError(`${name} needs --${option} ${spec.value}${hint(named)}`);
    }
    values[option] = spec.value === undefined ? value === true : value;
  }
  return values;
}

function hint({ usage }: NamedCommand): string {
  return `; see ${usage} --help`;
}
