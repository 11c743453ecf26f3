// Some portals and automations send several leads in one post. Each becomes an intake of its own, in the
// form in which it would have come alone, so that paths of a map and secrets stay right.
import type { Portal } from '#contract/intake-lists.ts';
import { isObject } from '../reading/read-field.ts';
import { type FoundLead, leadByUsualNames } from './known-fields.ts';
import { type ReadingChannel, fieldsFound, isOwnForm } from './lead-from-sent.ts';
import { isLabelled, sentFields } from './sent-fields.ts';

export const leadsPerPostMax = 100;
const depthMax = 6;
// Bounds the work for a body with many lists.
const listsJudgedMax = 10;
// Lists with leads in the formats of portals; others are questions and answers.
const portalLists: Partial<Record<Portal, string[]>> = { meta: ['entry', 'changes'] };

/** Each lead as if it came alone. Null if there are several that cannot be told apart for sure. */
export function splitLeads(channel: ReadingChannel, sent: unknown): unknown[] | null {
  if (channel.type === 'mail' || isOwnForm(channel, sent)) return [sent];
  const split: unknown[] = [];
  const waiting = [sent];
  while (waiting.length > 0) {
    const next = waiting.shift();
    const parts = splitOnce(channel, next);
    if (parts === null) return null;
    if (parts.length === 1) split.push(next);
    else waiting.unshift(...parts);
    if (split.length + waiting.length > leadsPerPostMax) return null;
  }
  return split;
}

/**
 * As a person asks for it: also a list that cannot be taken apart for sure. Null if there are too many
 * leads.
 */
export function takeApart(channel: ReadingChannel, sent: unknown): unknown[] | null {
  if (channel.type === 'mail' || isOwnForm(channel, sent)) return [sent];
  const taken: unknown[] = [];
  const waiting = [sent];
  while (waiting.length > 0) {
    const next = waiting.shift();
    const list = [...listsIn(next, [])]
      .filter(({ path }) => mayHoldLeads(channel, path))
      .slice(0, listsJudgedMax)
      .find((one) => ['several', 'unclear'].includes(judgeList(channel, next, one)));
    if (!list) taken.push(next);
    else waiting.unshift(...entriesAlone(next, list));
    if (taken.length + waiting.length > leadsPerPostMax) return null;
  }
  return taken;
}

function entriesAlone(sent: unknown, { path, entries }: FoundList): unknown[] {
  return entries.map((entry) => replacedAt(sent, path, [entry]));
}

type Path = readonly (string | number)[];

interface FoundList {
  path: Path;
  entries: readonly unknown[];
}

function splitOnce(channel: ReadingChannel, sent: unknown): unknown[] | null {
  const several: unknown[][] = [];
  let judged = 0;
  for (const list of listsIn(sent, [])) {
    if (!mayHoldLeads(channel, list.path)) continue;
    const verdict = judgeList(channel, sent, list);
    if (verdict === 'nobody') continue;
    // Two lists of leads, or too many to judge.
    if (verdict === 'unclear' || ++judged > listsJudgedMax) return null;
    if (verdict === 'one') continue;
    if (several.length > 0) return null;
    several.push(entriesAlone(sent, list));
  }
  return several[0] ?? [sent];
}

function* listsIn(value: unknown, path: Path): Generator<FoundList> {
  if (path.length > depthMax) return;
  if (Array.isArray(value)) {
    const entries = value as unknown[];
    if (entries.length === 1) yield* listsIn(entries[0], [...path, 0]);
    const objects = entries.filter((entry) => isObject(entry) && !isLabelled(entry));
    if (objects.length > 1) yield { path, entries };
  } else if (isObject(value)) {
    for (const [name, item] of Object.entries(value)) yield* listsIn(item, [...path, name]);
  }
}

function mayHoldLeads({ portal }: ReadingChannel, path: Path): boolean {
  const name = path.findLast((step) => typeof step === 'string');
  if (portal === null || name === undefined) return true;
  return name === 'leads' || (portalLists[portal] ?? []).includes(name);
}

function judgeList(
  channel: ReadingChannel,
  sent: unknown,
  { path, entries }: FoundList,
): 'nobody' | 'one' | 'several' | 'unclear' {
  const isPlain = channel.map === null && channel.portal === null;
  const read = (body: unknown) =>
    isPlain ? leadByUsualNames(sentFields(body)) : fieldsFound(channel, body);
  const people = entries
    .slice(0, leadsPerPostMax)
    .map((entry) => read(isPlain ? [entry] : replacedAt(sent, path, [entry])))
    .filter(hasName);
  if (people.length < 2) return 'nobody';
  const around = read(replacedAt(sent, path, []));
  if (hasName(around) && hasContact(around)) return 'one';
  const isAlone = !hasName(around) && !hasContact(around);
  // Things of one person have names too.
  if (people.filter(hasContact).length < 2) return isAlone ? 'unclear' : 'one';
  const isSure = isAlone && entries.length <= leadsPerPostMax && entries.every(isObject);
  return isSure ? 'several' : 'unclear';
}

function hasName({ customerName, firstName, lastName }: FoundLead): boolean {
  return [customerName, firstName, lastName].some(Boolean);
}

function hasContact({ email, phone }: FoundLead): boolean {
  return Boolean(email) || Boolean(phone);
}

/** A copy with another value at the path. */
function replacedAt(value: unknown, [step, ...rest]: Path, replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value)) {
    return value.map((one: unknown, at) =>
      at === step ? replacedAt(one, rest, replacement) : one,
    );
  }
  const entries = Object.entries(value as object).map(([name, one]: [string, unknown]) => [
    name,
    name === step ? replacedAt(one, rest, replacement) : one,
  ]);
  return Object.fromEntries(entries) as unknown;
}
