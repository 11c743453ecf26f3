// The brands of tests are in Amsterdam, where the date may differ.
const timeZone = 'Europe/Amsterdam';

/**
 * Midday in the brand's zone: a job that starts then ends the same day, whatever time it is now.
 */
export function middayToday(): number {
  const day = new Date().toLocaleDateString('sv', { timeZone });
  return Date.parse(`${day}T12:00:00Z`);
}
