// The first brand and owner of a new installation. An owner from the settings keeps links and keys
// out of the log.
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { FirstBrand, FirstOwner } from '#actions/installation/prepare-installation.ts';
import { refusalOfPassword } from '#core/accounts/password-rules.ts';
import { DatabaseUnavailable } from '#db/database.ts';
import { Passwords } from '#http/accounts/passwords.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { Config } from './config.ts';

const firstBrandMsMax = 60_000;
const firstBrandRetryMs = 1_000;

/**
 * Null when the settings name no owner, or the installation is not new: the password file may be
 * gone by then.
 */
export async function firstOwnerOf(
  { owner }: Config,
  runner: ActionRunner,
): Promise<FirstOwner | null> {
  if (owner === null || !(await runner.run('isNewInstallation', null))) return null;
  const password = passwordIn(owner.passwordFile);
  const refusal = refusalOfPassword(password, owner);
  if (refusal !== null) {
    throw new Error(
      `the password in VAKWERK_OWNER_PASSWORD_FILE ${owner.passwordFile} ${refusal.text}`,
    );
  }
  return { email: owner.email, passwordHash: await new Passwords().hash(password) };
}

function passwordIn(file: string): string {
  try {
    // Editors and `echo` end a file with a newline.
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`VAKWERK_OWNER_PASSWORD_FILE cannot be read: ${message}`, { cause });
  }
}

/**
 * Retries for as long as the database is unavailable: a server that already listens does not exit
 * for that.
 */
export async function makeFirstBrand(
  runner: ActionRunner,
  owner: FirstOwner | null,
  onWait: (error: unknown) => void,
): Promise<FirstBrand | null> {
  for (;;) {
    try {
      return await runner.run(
        'makeFirstBrand',
        { owner },
        { waitMsMax: firstBrandMsMax, isQueued: true },
      );
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      onWait(error);
      await wait(firstBrandRetryMs);
    }
  }
}
