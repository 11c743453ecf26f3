// Who is signed in types the password once more before something that outlasts the session: whoever finds an open
// browser must not be able to do it, nor to guess. The session has a limit of its own, which no stranger can use up.
import type { FastifyRequest } from 'fastify';
import type { AccessLimits } from './access-limits.ts';
import { memberOfRequest } from '../gate/authenticate.ts';
import { ApiError } from '../refusals/api-error.ts';
import type { Passwords } from './passwords.ts';

interface Confirmation {
  typed: string;
  account: { passwordHash: string | null };
}

/** 403 when it is wrong, 429 when it was too often; returns the hash of the right one. */
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
    throw new ApiError(403, 'The current password is not right');
  }
  return account.passwordHash;
}
