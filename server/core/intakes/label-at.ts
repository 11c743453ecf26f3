// What a value goes by: the words of its question, or else the last name of its path.
import { isObject } from '../reading/read-field.ts';
import { follow, readPath, type Step } from './field-path.ts';
import { isLabelled, labelsOf } from './sent-fields.ts';

/** Empty when nothing says what the value is. */
export function labelAt(sent: unknown, path: string): string {
  const { steps } = readPath(path);
  if (!steps || (isObject(sent) && Object.hasOwn(sent, path))) return plainName(path);
  return questionOf(sent, steps) ?? plainName(nameOf(steps));
}

/** `{ label: "Hoeveel kamers?", value: "drie" }`, and any other entry that the path selects. */
function questionOf(sent: unknown, steps: readonly Step[]): string | null {
  const parent = follow(sent, steps.slice(0, -1));
  const selector = steps.at(-2);
  const isSelected = selector !== undefined && 'value' in selector;
  if (!isObject(parent) || !(isSelected || isLabelled(parent))) return null;
  const label = labelsOf(parent)
    .find((one) => one.trim() !== '')
    ?.trim();
  return label ?? (isSelected ? selector.value : null);
}

/** The place in a list says nothing. */
function nameOf(steps: readonly Step[]): string {
  const names = steps.map((step) => ('name' in step ? step.name : step.value));
  return names.findLast((name) => !/^\d+$/.test(name)) ?? '';
}

/** `dak` of `form_fields[dak][]`. */
function plainName(name: string): string {
  const bare = name.replace(/\[\]$/, '');
  return /\[([^[\]]+)\]$/.exec(bare)?.[1] ?? bare;
}
