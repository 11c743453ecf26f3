// JSON Merge Patch (RFC 7396): merges objects, removes fields that are null, replaces other values.

import { isObject } from './read-field.ts';

export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  // fromEntries instead of assignment, because a field may be named __proto__.
  return Object.fromEntries(merged);
}
