// Reads single settings from the environment. A wrong value stops the start with a message.
import { ConfigError } from './config-error.ts';
import type { Hours } from './hours.ts';
import { type Network, readNetworks } from './networks.ts';

type Env = Record<string, string | undefined>;

const listLengthMax = 10;

export function yesOrNo(env: Env, name: string): boolean {
  return oneOf(env, name, ['true', 'false'], 'false') === 'true';
}

// For example 2-5, 22-4 or off.
export function hours(env: Env, name: string, fallback: string): Hours | null {
  const text = env[name] || fallback;
  if (text === 'off') return null;
  const [, from, to] = (/^(\d{1,2})-(\d{1,2})$/.exec(text) ?? []).map(Number);
  if (from !== undefined && to !== undefined && from < 24 && to <= 24) return { from, to };
  throw new ConfigError(`${name} must be hours such as 2-5, or off, got "${text}"`);
}

export function wholeNumber(
  env: Env,
  name: string,
  fallback: number,
  least: number,
  most: number,
): number {
  const text = env[name];
  if (!text) return fallback;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, got "${text}"`);
}

export function megabytes(
  env: Env,
  name: string,
  fallback: number,
  least = 1,
  most = 100_000,
): number {
  return wholeNumber(env, name, fallback, least, most) * 1024 * 1024;
}

export function wholeNumbers(
  env: Env,
  name: string,
  fallback: readonly number[],
  least: number,
  most: number,
): readonly number[] {
  const parts = listOf(env[name]);
  if (parts.length === 0) return fallback;
  if (parts.length > listLengthMax) {
    throw new ConfigError(`${name} must hold at most ${listLengthMax} numbers`);
  }
  return parts.map((part) => wholeNumber({ [name]: part }, name, 0, least, most));
}

export function listOf(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

export function networks(env: Env, name: string): readonly Network[] {
  const reading = readNetworks(env[name] ?? '');
  if (Array.isArray(reading)) return reading;
  throw new ConfigError(`${name}: ${reading.refusal}`);
}

export function oneOf<Choice extends string, Default extends Choice | null>(
  env: Env,
  name: string,
  choices: readonly Choice[],
  fallback: Default,
): Choice | Default {
  const text = env[name];
  if (!text) return fallback;
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  throw new ConfigError(`${name} must be one of ${choices.join(', ')}, got "${text}"`);
}
