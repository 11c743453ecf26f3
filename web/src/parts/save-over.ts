// Saves over the version that somebody has seen, unless somebody else was first with the same fields.
import { VakwerkError } from '../../../sdk/src/index.ts';

interface Race<Version> {
  save: (over: Version) => Promise<unknown>;
  readAnew: () => Promise<Version>;
  /** Whether what is being saved was changed between the two. */
  isTouched: (seen: Version, now: Version) => boolean;
}

const changedMeanwhile = 412;
const attemptsMax = 3;

/**
 * What somebody else made of it, when they were first with one of these fields. What was changed elsewhere in it, by
 * another form of the same page for one, is in nobody's way.
 */
export async function saveOver<Version>(
  seen: Version,
  { save, readAnew, isTouched }: Race<Version>,
): Promise<Version | null> {
  let last = seen;
  for (let attempt = 1; ; attempt++) {
    try {
      await save(last);
      return null;
    } catch (problem) {
      if (!(problem instanceof VakwerkError) || problem.status !== changedMeanwhile) throw problem;
      last = await readAnew();
      if (isTouched(seen, last)) return last;
      // Always late, with nobody's change in the way: there is nothing to choose between.
      if (attempt === attemptsMax) throw problem;
    }
  }
}
