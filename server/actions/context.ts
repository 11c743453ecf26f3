// What an action needs besides the database: the clock, ids, secrets, places and callbacks.
import type { Places } from '#core/addresses/geocode.ts';
import type { MigrationStep } from '#db/migrate.ts';

export interface ActionContext {
  /** Never goes backwards, unless the system clock was set back by more than ten minutes. */
  now(): number;
  /** Keeps `now()` at or above a time that an earlier process handed out. */
  notBefore(time: number): void;
  newId(): string;
  /** Reports the start of a migration step, which may take long. */
  migrating(step: MigrationStep): void;
  /** Reports events of the brand that have no number yet; see db/events/events.ts. */
  eventsPending(brandId: string): void;
  newSecret(bytes: number): Uint8Array;
  readonly places: Places;
}
