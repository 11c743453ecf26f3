// The definition of a command: its options, and what it does.
import type { Readable, Writable } from 'node:stream';

export interface OptionSpec {
  /** The placeholder for the value in the help; an option without one is a flag. */
  value?: string;
  required?: true;
  /** May be given several times: the values are a list. */
  repeats?: true;
  text: string;
}

type OptionValues<Options extends Record<string, OptionSpec>> = {
  [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { repeats: true }
      ? readonly string[] | undefined
      : Options[Name] extends { required: true }
        ? string
        : string | undefined
    : boolean;
};
export type OptionValue = string | boolean | readonly string[] | undefined;

/** Standard streams, such as those of `process`. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
}

interface CommandInput<Values> {
  /** What people typed to run it, for messages. */
  name: string;
  /** The positional argument; '' for a command that takes none. */
  argument: string;
  options: Values;
  env: NodeJS.ProcessEnv;
  /** For progress, and for MCP; the caller prints the outcome. */
  terminal: Terminal;
  /** With --json; for commands that print lines themselves. */
  asJson: boolean;
}

interface Outcome {
  /** Printed with --json. */
  json: Record<string, unknown>;
  /** Printed otherwise. */
  text: string;
  /** The command worked, but found a problem: exit code 1. */
  isBad?: boolean;
}

export interface Command {
  about: string;
  argument: { value: string; text: string } | null;
  options: Record<string, OptionSpec>;
  /** Standard output carries a protocol: nothing else is printed there, and there is no --json. */
  ownsOutput: boolean;
  /** Prints lines while it runs, and has no outcome. */
  printsLines: boolean;
  run(input: CommandInput<Record<string, OptionValue>>): Promise<Outcome | null>;
}

export interface NamedCommand {
  name: string;
  /** How to run it, for people to paste. */
  usage: string;
  /** A program of its own, which has `--version`. */
  isProgram?: true;
  command: Command;
}

/** Gives `run` the types that follow from the options. */
export function defineCommand<const Options extends Record<string, OptionSpec>>(command: {
  about: string;
  argument?: Command['argument'];
  options: Options;
  ownsOutput?: true;
  printsLines?: true;
  run(input: CommandInput<OptionValues<Options>>): Promise<Outcome | null>;
}): Command {
  return {
    argument: null,
    ownsOutput: false,
    printsLines: false,
    ...command,
    run: command.run as Command['run'],
  };
}

/** Wrong usage of the command; nothing was changed. */
export class UsageError extends Error {
  override name = 'UsageError';
}
