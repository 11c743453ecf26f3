import { randomBytes, randomFillSync } from 'node:crypto';
import type { ActionContext } from '#actions/context.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { readPlaces } from '#places/read-places.ts';

// A clock that was further ahead was plainly wrong: then true times matter more than their order.
const clockStepMsMax = 10 * 60 * 1000;

interface ContextOptions {
  clock?: () => number;
  migrating?: ActionContext['migrating'];
}

/** The real clock unless another is given, real randomness and the places that come with the program. */
export function systemContext({
  clock = Date.now,
  migrating = () => {},
}: ContextOptions = {}): ActionContext {
  const makeId = uuidV7Maker(randomFillSync);
  // The order of creation is the order of arrival, also when the clock is set back a little.
  let latest = 0;
  const now = () => {
    const time = clock();
    return (latest = latest - time <= clockStepMsMax ? Math.max(latest, time) : time);
  };
  return {
    now,
    notBefore(time) {
      latest = Math.max(latest, time);
    },
    newId: () => makeId(now()),
    migrating,
    eventsWait() {},
    newSecret: randomBytes,
    get places() {
      return readPlaces();
    },
  };
}
