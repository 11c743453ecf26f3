import type { Migration } from './migration.ts';

// lead_submissions.language: that of the form that the visitor filled in; null for other leads.
export const leadLanguage: Migration = {
  number: 7,
  name: 'language of leads',
  sqlite: `
  alter table lead_submissions add column language text;
`,
  postgres: `
  set local lock_timeout = '2s';
  alter table lead_submissions add column language text;
`,
};
