// What an action needs beside the database: everything that is not the same on each call.
import type { Places } from '#core/geocode.ts';

export interface ActionContext {
  /** Never earlier than it was before. */
  now(): number;
  /** Keeps the clock from going back behind a time, unless that is far in the future. */
  notBefore(time: number): void;
  newId(): string;
  newSecret(bytes: number): Uint8Array;
  readonly places: Places;
}
