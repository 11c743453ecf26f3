// Paths into what was sent: `lead.name`, `answers.0.text`, `fields["a.b"]`, `list[key=value].text`.
import { isObject } from '../reading/read-field.ts';

export type Step =
  | { name: string }
  /** The first entry of a list in which `key`, a path of its own, has that value. */
  | { key: string[]; value: string };

type PathReading = { steps: Step[]; at?: never } | { steps?: never; at: number; reason: string };

/** The text at a path: a list of texts is joined; null for nothing, and for an object. */
export function valueAt(sent: unknown, path: string): string | null {
  const texts = textsAt(sent, path);
  return texts && texts.join(', ');
}

/** The texts at a path, one by one. */
export function textsAt(sent: unknown, path: string): string[] | null {
  const { steps } = readPath(path);
  const found = steps && textsOf(follow(sent, steps));
  // Fields of forms have names such as `form_fields[email]` and `lead.name`.
  return found ?? (isObject(sent) && Object.hasOwn(sent, path) ? textsOf(sent[path]) : null);
}

/** The steps of a path, or the position of its first mistake, counted from 1. */
export function readPath(path: string): PathReading {
  const steps: Step[] = [];
  let at = 0;
  while (at < path.length || steps.length === 0) {
    const token = path[at] === '[' ? bracketAt(path, at) : nameAt(path, at, steps.length === 0);
    if ('reason' in token) return { at: token.at + 1, reason: token.reason };
    steps.push(token.step);
    at = token.end;
  }
  return { steps };
}

type Token = { step: Step; end: number } | { at: number; reason: string };

const plainName = /[^.[\]"]*(?:\[\])?/y;
const quotedName = /\["((?:[^"\\]|\\.)*)"\]/y;
// As PHP names nested fields: `fields[email]`.
const bareName = /\[([^\]"=[]+)\]/y;
const selector = /\[([^\]"=[]+)=(?:"((?:[^"\\]|\\.)*)"|([^\]"]*))\]/y;

function nameAt(path: string, at: number, isFirst: boolean): Token {
  const start = isFirst ? at : at + 1;
  if (!isFirst && path[at] !== '.') return { at, reason: 'needs a dot before the next name' };
  const name = matchAt(plainName, path, start)![0];
  if (name.trim() === '') return { at: start, reason: 'needs a name' };
  return { step: { name: name.trim() }, end: start + name.length };
}

function bracketAt(path: string, at: number): Token {
  const quoted = matchAt(quotedName, path, at);
  if (quoted) {
    const name = unquoted(quoted[1]!);
    if (name !== null) return { step: { name }, end: at + quoted[0].length };
  }
  const bare = matchAt(bareName, path, at);
  if (bare) return { step: { name: bare[1]!.trim() }, end: at + bare[0].length };
  const selecting = matchAt(selector, path, at);
  const value = selecting?.[2] === undefined ? selecting?.[3]?.trim() : unquoted(selecting[2]);
  if (selecting && typeof value === 'string') {
    const key = selecting[1]!.split('.').map((name) => name.trim());
    if (!key.includes('')) return { step: { key, value }, end: at + selecting[0].length };
  }
  return { at, reason: 'needs [number], [key=value] or ["name"]' };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

function unquoted(text: string): string | null {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return null;
  }
}

export function follow(sent: unknown, steps: readonly Step[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if ('name' in step) return childOf(value, step.name);
    if (!Array.isArray(value)) return undefined;
    return value.find((entry) => textAt(entry, step.key) === step.value);
  }, sent);
}

/** The text of a field by its names, without selectors. */
export function textAt(value: unknown, names: readonly string[]): string | null {
  return textOf(names.reduce(childOf, value));
}

function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Null for a value that is not text, and for a list with one that is not. */
function textsOf(value: unknown): string[] | null {
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  return texts.some((text) => text === null) ? null : (texts as string[]);
}

export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}
