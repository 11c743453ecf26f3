import { randomBytes, randomFillSync } from 'node:crypto';
import type { ActionContext } from '#actions/context.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { readPlaces } from '#places/read-places.ts';

/** The real clock, real randomness and the places that come with the program. */
export function systemContext(): ActionContext {
  const makeId = uuidV7Maker(randomFillSync);
  // Never backwards: the order of creation is the order of arrival.
  let latest = 0;
  const now = () => (latest = Math.max(latest, Date.now()));
  return {
    now,
    newId: () => makeId(now()),
    newSecret: randomBytes,
    get places() {
      return readPlaces();
    },
  };
}
