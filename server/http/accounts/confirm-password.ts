// Asks a signed-in member for the password before a change that outlasts the session, so that an
// unattended browser is not enough. Guesses are limited per session, so strangers cannot exhaust
// the limit.
import type { FastifyRequest } from 'fastify';
import type { AccessLimits } from './access-limits.ts';
import { memberOfRequest } from '../gate/authenticate.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { Passwords } from './passwords.ts';

interface Confirmation {
  typed: string;
  account: { passwordHash: string | null };
}

/** Throws 403 for a wrong password, 429 after too many; returns the hash of the right one. */
export async function confirmPassword(
  request: FastifyRequest,
  { passwords, limits }: { passwords: Passwords; limits: AccessLimits },
  { typed, account }: Confirmation,
): Promise<string> {
  const { session } = memberOfRequest(request);
  const { isRight } = await limits.checkKnown(request, session.id, () =>
    passwords.check(typed, account.passwordHash),
  );
  if (!isRight || account.passwordHash === null) {
    throw new ApiError(403, 'The current password is wrong', { code: 'password_wrong' });
  }
  return account.passwordHash;
}
