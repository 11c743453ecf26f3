// How often the tests that kill do so. `KILLS` asks for a long run, at moments that `SEED` chooses.

const kills = process.env['KILLS'];

export const isLongRun = kills !== undefined;

export function killsOf(byDefault: number): number {
  return kills === undefined ? byDefault : Number(kills);
}
