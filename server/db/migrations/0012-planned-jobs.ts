import type { Migration } from './migration.ts';

// When the time was set at which a job is due. One that lies ahead tells that the clock was set back since; earlier
// releases leave it empty, which tells nothing.
export const plannedJobs: Migration = {
  number: 12,
  name: 'planned-jobs',
  sqlite: `
    alter table jobs add column planned_at integer;
  `,
  postgres: `
    set local lock_timeout = '2s';
    alter table jobs add column planned_at timestamptz;
  `,
};
