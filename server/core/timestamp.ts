/** A time as the world sees it. */
export function timestamp<T extends number | null>(time: T): T extends null ? null : string;
export function timestamp(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
