import type { Migration } from './migration.ts';

// intakes.language: that of the form, if it came through one.
export const intakeLanguage: Migration = {
  number: 6,
  name: 'language of intakes',
  sqlite: `
  alter table intakes add column language text;
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table intakes add column language text;
`,
};
