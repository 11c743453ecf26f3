import type { Migration } from './migration.ts';

// An account whose e-mail address nobody has proved to have is there for whoever proves it. The proof is a second secret
// of an invitation, which is in the mail and nowhere else.
export const provenAddresses: Migration = {
  number: 13,
  name: 'proven-addresses',
  sqlite: `
    alter table accounts add column email_proven_at integer;
    alter table account_links add column email_proof_hash text;
  `,
  postgres: `
    set local lock_timeout = '2s';
    alter table accounts add column email_proven_at timestamptz;
    alter table account_links add column email_proof_hash text;
  `,
};
