// The brands of tests are in Amsterdam, where it may be another day than here.
const timeZone = 'Europe/Amsterdam';

/** In the middle of the brand's day: what begins then is over by its end, whatever time it is now. */
export function middayToday(): number {
  const day = new Date().toLocaleDateString('sv', { timeZone });
  return Date.parse(`${day}T12:00:00Z`);
}
