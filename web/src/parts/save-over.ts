// Saves over the version that somebody has seen, unless somebody else was first with the same fields.
import { VakwerkError } from '../../../sdk/src/index.ts';

interface Race<Version> {
  patch: object;
  save: (over: Version) => Promise<unknown>;
  readAnew: () => Promise<Version>;
  /** By the names that they have in the patch. */
  fieldsOf: (version: Version) => object;
}

const changedMeanwhile = 412;
const attemptsMax = 3;

/**
 * What somebody else made of it, when they were first with one of these fields. What was changed elsewhere in it, by
 * another form of the same page for one, is in nobody's way.
 */
export async function saveOver<Version>(
  seen: Version,
  { patch, save, readAnew, fieldsOf }: Race<Version>,
): Promise<Version | null> {
  let last = seen;
  for (let attempt = 1; ; attempt++) {
    try {
      await save(last);
      return null;
    } catch (problem) {
      if (!(problem instanceof VakwerkError) || problem.status !== changedMeanwhile) throw problem;
      last = await readAnew();
      if (isTouched(patch, fieldsOf(seen), fieldsOf(last))) return last;
      // Always late, with nobody's change in the way: there is nothing to choose between.
      if (attempt === attemptsMax) throw problem;
    }
  }
}

function isTouched(patch: object, seen: object, now: object): boolean {
  const before = new Map(Object.entries(seen));
  const after = new Map(Object.entries(now));
  return Object.entries(patch).some(([field, mine]) => {
    const text = textOf(after.get(field));
    // What stands there already may have been saved by this very form, whose answer got lost.
    return text !== textOf(before.get(field)) && text !== textOf(mine);
  });
}

/** Nothing is nothing, whether a form says so or a record. */
function textOf(value: unknown): string {
  const isNothing = Array.isArray(value) && value.length === 0;
  return JSON.stringify(isNothing ? '' : (value ?? ''));
}
