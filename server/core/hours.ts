/** Hours of the day, 0 to 24; a range such as 22 to 4 spans midnight. */
export interface Hours {
  from: number;
  to: number;
}

export function isWithinHours({ from, to }: Hours, hour: number): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}
