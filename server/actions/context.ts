// What an action needs beside the database: everything that is not the same on each call.
import type { Places } from '#core/geocode.ts';

export interface ActionContext {
  now(): number;
  newId(): string;
  newSecret(bytes: number): Uint8Array;
  readonly places: Places;
}
