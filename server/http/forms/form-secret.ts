import { createHmac } from 'node:crypto';

/** Seals visits and challenges. Derived from a secret in the database, which all servers share. */
export function formSecretFrom(installationSecret: string): string {
  return createHmac('sha256', installationSecret).update('forms').digest('base64url');
}
