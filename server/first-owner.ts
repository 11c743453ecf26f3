// The owner of a new installation, from the settings: then no link or key is printed, which a log would keep.
import { readFileSync } from 'node:fs';
import type { FirstOwner } from '#actions/installation/prepare-installation.ts';
import { refusalOfPassword } from '#core/accounts/password-rules.ts';
import { Passwords } from '#http/accounts/passwords.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { Config } from './config.ts';

/** Null where the settings name none, or the installation is not new: then the file need not be there any more. */
export async function firstOwnerOf(
  { owner }: Config,
  runner: ActionRunner,
): Promise<FirstOwner | null> {
  if (owner === null || !(await runner.run('isNewInstallation', null))) return null;
  const password = passwordIn(owner.passwordFile);
  const refusal = refusalOfPassword(password, owner);
  if (refusal !== null) {
    throw new Error(`the password in VAKWERK_OWNER_PASSWORD_FILE ${owner.passwordFile} ${refusal}`);
  }
  return { email: owner.email, passwordHash: await new Passwords().hash(password) };
}

function passwordIn(file: string): string {
  try {
    // Editors and `echo` end a file with a new line.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`VAKWERK_OWNER_PASSWORD_FILE cannot be read: ${message}`, { cause });
  }
}
