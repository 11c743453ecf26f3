import { clockStepMsMax } from './steady-clock.ts';

const entropyBytes = 8;
const hexPairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/**
 * Makes UUIDs of version 7 (RFC 9562) that increase with every call, also within a millisecond. Only a
 * step of the clock by more than `clockStepMsMax` breaks the order.
 */
export function uuidV7Maker(fillRandom: (bytes: Uint8Array) => void): (now: number) => string {
  const random = new Uint8Array(4096);
  let used = random.length;
  let lastTime = 0;
  let counter = 0;

  return (now) => {
    if (used + entropyBytes > random.length) {
      fillRandom(random);
      used = 0;
    }
    const from = used;
    used += entropyBytes;
    // After a large step back of the clock, new ids get the correct time again.
    if (now > lastTime || lastTime - now > clockStepMsMax) {
      lastTime = now;
      counter = 0;
    } else if (++counter > 0xfff) {
      // More than 4,096 in a millisecond: borrow from the next one to keep the order.
      lastTime++;
      counter = 0;
    }
    const time = lastTime.toString(16).padStart(12, '0');
    const variant = hexPairs[0x80 | (random[from]! & 0x3f)]! + hexPairs[random[from + 1]!]!;
    let tail = '';
    for (let at = from + 2; at < used; at++) tail += hexPairs[random[at]!]!;
    return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}-${tail}`;
  };
}

/** Sorts before every other UUID. */
export const nilUuid = '00000000-0000-0000-0000-000000000000';

const timeMax = 2 ** 48 - 1;

/** A lower bound for UUIDs of version 7 made at that time or later. */
export function uuidBoundAt(time: number): string {
  const hex = Math.min(Math.max(time, 0), timeMax).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${nilUuid.slice(13)}`;
}

/** The creation time of a UUID of version 7. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
