import type { Migration } from './migration.ts';

// What a finished job adds to its work report.
export const workReport: Migration = {
  number: 5,
  name: 'work report',
  sqlite: `
  alter table work_items add column hours_worked text;
  alter table work_items add column materials text;
  alter table work_items add column signed_by text;
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table work_items add column hours_worked text, add column materials text,
    add column signed_by text;
`,
};
