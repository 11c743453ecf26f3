// When a channel usually gets something: nights and free days are no silence.
const hourMs = 60 * 60 * 1000;
const hoursPerDay = 24;
const daysPerWeek = 7;

/** The time between two moments that lies in the usual hours of these times. Measures in UTC. */
export function usualHours(times: readonly number[]): (from: number, to: number) => number {
  const hours = new Set<number>();
  const days = new Set<number>();
  for (const time of times) {
    const hour = Math.floor(time / hourMs);
    // The hours beside it too: a change of the clock moves a whole day by one.
    for (const near of [hour - 1, hour, hour + 1]) hours.add(near % hoursPerDay);
    days.add(dayOf(hour));
  }
  const free = freeWeekdays(days);
  return (from, to) => {
    let sum = 0;
    for (let hour = Math.floor(from / hourMs); hour * hourMs < to; hour++) {
      if (!hours.has(hour % hoursPerDay) || free.has(dayOf(hour) % daysPerWeek)) continue;
      sum += Math.min((hour + 1) * hourMs, to) - Math.max(hour * hourMs, from);
    }
    return sum;
  };
}

function dayOf(hour: number): number {
  return Math.floor(hour / hoursPerDay);
}

/** Days of the week that passed, and never had any. */
function freeWeekdays(days: ReadonlySet<number>): Set<number> {
  const free = new Set<number>();
  const last = Math.max(...days);
  for (let day = Math.min(...days); day < last; day++) free.add(day % daysPerWeek);
  for (const day of days) free.delete(day % daysPerWeek);
  return free;
}
