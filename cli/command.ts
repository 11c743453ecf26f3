// What a command is: the options it takes, and what it does with them.
import type { Readable, Writable } from 'node:stream';

export interface OptionSpec {
  /** What stands for the value in the help; an option without one is a switch. */
  value?: string;
  required?: true;
  text: string;
}

type OptionValues<Options extends Record<string, OptionSpec>> = {
  [Name in keyof Options]: Options[Name] extends { value: string }
    ? Options[Name] extends { required: true }
      ? string
      : string | undefined
    : boolean;
};

/** `process` is one. */
export interface Terminal {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { isTTY?: boolean };
}

interface CommandInput<Values> {
  /** The word after the command, '' for a command that takes none. */
  argument: string;
  options: Values;
  env: NodeJS.ProcessEnv;
  /** For progress, and for a protocol; the outcome is printed by the caller. */
  terminal: Terminal;
}

interface Outcome {
  /** Printed with --json, as it is. */
  json: Record<string, unknown>;
  /** Printed otherwise. */
  text: string;
  /** The command did its work, and what it found is bad. */
  isBad?: boolean;
}

export interface Command {
  about: string;
  argument: { value: string; text: string } | null;
  options: Record<string, OptionSpec>;
  /** It speaks a protocol on standard output: nothing else is printed there, and there is no --json. */
  ownsOutput: boolean;
  run(input: CommandInput<Record<string, string | boolean | undefined>>): Promise<Outcome | null>;
}

/** Gives `run` the types that follow from the options. */
export function defineCommand<const Options extends Record<string, OptionSpec>>(command: {
  about: string;
  argument?: Command['argument'];
  options: Options;
  ownsOutput?: true;
  run(input: CommandInput<OptionValues<Options>>): Promise<Outcome | null>;
}): Command {
  const { about, argument = null, options, ownsOutput = false } = command;
  return { about, argument, options, ownsOutput, run: command.run as Command['run'] };
}

/** The command was not written as it must be; nothing has happened. */
export class UsageError extends Error {
  override name = 'UsageError';
}
