// Optimistic concurrency: saves with `If-Match`, and detects conflicting changes to the same fields.
import { VakwerkError } from '../../../sdk/src/index.ts';

interface Save<Version> {
  patch: object;
  /** The fields when editing began, by the names of the patch: a draft is older than `known`. */
  seen: object;
  save: (over: Version) => Promise<unknown>;
  readUncached: () => Promise<Version>;
  /** Field names as in the patch. */
  fieldsOf: (version: Version) => object;
}

const preconditionFailed = 412;
const attemptsMax = 3;

/**
 * Saves over the newest version that is known. Returns the newer version when it conflicts, else null.
 * A change to other fields, such as by another form on the same page, is no conflict: the save is retried.
 */
export async function saveIfUnchanged<Version>(
  known: Version,
  { patch, seen, save, readUncached, fieldsOf }: Save<Version>,
): Promise<Version | null> {
  if (isConflict(patch, seen, fieldsOf(known))) return known;
  let last = known;
  for (let attempt = 1; ; attempt++) {
    try {
      await save(last);
      return null;
    } catch (problem) {
      if (!(problem instanceof VakwerkError) || problem.status !== preconditionFailed)
        throw problem;
      last = await readUncached();
      if (isConflict(patch, seen, fieldsOf(last))) return last;
      // Other fields keep changing: there is no conflict to show.
      if (attempt === attemptsMax) throw problem;
    }
  }
}

/** A field of the patch was changed since, and not to the same value. */
export function isConflict(patch: object, seen: object, now: object): boolean {
  const before = new Map(Object.entries(seen));
  const after = new Map(Object.entries(now));
  return Object.entries(patch).some(([field, mine]) => {
    const text = textOf(after.get(field));
    // An equal value may have been saved by this form before its response was lost.
    return text !== textOf(before.get(field)) && text !== textOf(mine);
  });
}

/** Null, undefined, '' and [] are equal. */
function textOf(value: unknown): string {
  const isEmptyList = Array.isArray(value) && value.length === 0;
  return JSON.stringify(isEmptyList ? '' : (value ?? ''));
}
