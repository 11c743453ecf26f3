// What an action needs beside the database: everything that is not the same on each call.
import type { Places } from '#core/addresses/geocode.ts';
import type { MigrationStep } from '#db/migrate.ts';

export interface ActionContext {
  /** Not earlier than it was before, unless the clock was set back by a lot. */
  now(): number;
  /** A time that was given out earlier, before this process started. */
  notBefore(time: number): void;
  newId(): string;
  /** A step of the migration begins, which may take long. */
  migrating(step: MigrationStep): void;
  /** Events of that brand were written that have no number yet; see db/events/events.ts. */
  eventsWait(brandId: string): void;
  newSecret(bytes: number): Uint8Array;
  readonly places: Places;
}
