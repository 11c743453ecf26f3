import { randomBytes, randomFillSync } from 'node:crypto';
import type { ActionContext } from '#actions/context.ts';
import type { SteadyClock } from '#core/steady-clock.ts';
import { uuidV7Maker } from '#core/uuid-v7.ts';
import { readPlaces } from '#places/read-places.ts';
import { clockOf } from './clock-of.ts';

interface ContextOptions {
  clock?: Pick<SteadyClock, 'now' | 'notBefore'>;
  migrating?: ActionContext['migrating'];
}

/** The machine's clock by default, real randomness, and the place data of the program. */
export function systemContext({
  clock = clockOf(Date.now),
  migrating = () => {},
}: ContextOptions = {}): ActionContext {
  const makeId = uuidV7Maker(randomFillSync);
  return {
    now: () => clock.now(),
    notBefore: (time) => clock.notBefore(time),
    newId: () => makeId(clock.now()),
    migrating,
    eventsPending() {},
    newSecret: randomBytes,
    get places() {
      return readPlaces();
    },
  };
}
