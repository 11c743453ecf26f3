// A member's own account and sessions.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AccountPatch, PasswordChange } from '#contract/app-bodies.ts';
import { refusalOfPassword } from '#core/accounts/password-rules.ts';
import { presentListedSession } from '#core/accounts/present-account.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import { messageOf } from '#core/reading/field-message.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import { ApiError } from '../../refusals/api-error.ts';
import { presentSession, rememberDevice } from '../../accounts/app-session.ts';
import { memberOfRequest } from '../../gate/authenticate.ts';
import { confirmPassword } from '../../accounts/confirm-password.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import { readBodyOf, refuseParameters, typedText } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';
import { noBrand } from './sign-in.ts';

interface AccountParts {
  sessions: SessionRing;
  passwords: Passwords;
  limits: AccessLimits;
}

export function accountRoutes(app: FastifyInstance, parts: AccountParts): void {
  const { sessions, passwords, limits } = parts;
  const options = { config: { member: 'any' as const } };
  app.patch('/v1/app/account', options, patch);
  app.post('/v1/app/account/password', options, changePassword);
  app.get('/v1/app/sessions', options, listSessions);
  app.delete('/v1/app/sessions', options, endOthers);
  app.delete('/v1/app/sessions/:id', options, endOne);

  async function patch(request: FastifyRequest): Promise<object> {
    const changes = readBodyOf<AccountPatch>(AccountPatch, request);
    const { accountId, brandId, session } = memberOfRequest(request);
    await request.run('patchAccount', { accountId, ...changes });
    return presentSession(request, { id: session.id, accountId, brandId });
  }

  async function changePassword(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { removePasskeys = false } = readBodyOf<PasswordChange>(PasswordChange, request);
    const { accountId, brandId, session } = memberOfRequest(request);
    const profile = await request.run('readProfile', { accountId, brandId });
    if (!profile) throw noBrand();
    const { account, brand } = profile;
    const newPassword = typedText(request, 'newPassword')!;
    const { email, name } = account;
    const refusal = refusalOfPassword(newPassword, { email, names: [name, brand.name] });
    if (refusal !== null) throw new ApiError(400, [messageOf('newPassword', refusal)]);
    const typed = typedText(request, 'currentPassword')!;
    const oldHash = await confirmPassword(request, { passwords, limits }, { typed, account });
    const newHash = await passwords.hash(newPassword);
    const changed = { accountId, oldHash, newHash, sessionId: session.id, removePasskeys };
    if (!(await request.run('changePassword', changed))) {
      throw new ApiError(409, 'The password was changed elsewhere meanwhile', {
        code: 'password_changed',
      });
    }
    sessions.invalidateAll();
    rememberDevice(reply, { accountId, passwordHash: newHash }, oldHash);
    return reply.code(204).send();
  }

  async function listSessions(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { accountId, session } = memberOfRequest(request);
    const found = await request.run('listSessions', { accountId });
    return { data: found.map((one) => presentListedSession(one, session.id)) };
  }

  async function endOthers(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { accountId, session } = memberOfRequest(request);
    await request.run('endOtherSessions', { accountId, id: session.id });
    sessions.invalidateAll();
    return reply.code(204).send();
  }

  async function endOne(
    request: FastifyRequest<{ Params: { id: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    refuseParameters(request);
    const { id } = request.params;
    const { accountId } = memberOfRequest(request);
    if (!(await request.run('endSession', { accountId, id }))) {
      throw new ApiError(404, `You have no session ${echoed(id)}`);
    }
    sessions.invalidateAll();
    return reply.code(204).send();
  }
}
