import { Refusal } from '#actions/refusal.ts';
import { refuseNewer, schemaVersion } from '#db/migrate.ts';
import { howToRun } from './how-to-run.ts';

export function refuseOtherVersion(version: number): void {
  refuseNewer(version);
  if (version === schemaVersion) return;
  throw new Refusal(
    `the database has version ${version}, but this program needs ${schemaVersion}: run ${howToRun('migrate')}`,
  );
}
