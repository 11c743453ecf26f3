// Who works for the brand, and who is invited to.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MemberPatch, NewInvitation } from '#contract/app-bodies.ts';
import { invitationsPerBrandMax } from '#contract/limits.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { emailKeyOf } from '#core/customers/customer-matching.ts';
import { presentInvitation, presentMember } from '#core/accounts/present-member.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import { addressedAs } from '../../addressed-as.ts';
import { ApiError, noSuch } from '../../refusals/api-error.ts';
import { memberOfRequest, ownersOnly } from '../../gate/authenticate.ts';
import type { LinkMails } from '../../accounts/link-mails.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';

interface MemberParts {
  runner: ActionRunner;
  sessions: SessionRing;
  mails: LinkMails;
  limits: AccessLimits;
  publicUrl: string | null;
}

type MemberRequest = FastifyRequest<{ Params: { id: string } }>;

export function memberRoutes(app: FastifyInstance, parts: MemberParts): void {
  const { runner, sessions, mails, limits, publicUrl } = parts;
  const schema = { hide: true };
  const forOwners = { config: { member: 'owner' as const }, schema };
  app.get('/v1/app/people', { config: { member: 'any' }, schema }, listPeople);
  app.get('/v1/app/members', forOwners, list);
  app.patch('/v1/app/members/:id', forOwners, patch);
  app.delete('/v1/app/members/:id', forOwners, remove);
  app.get('/v1/app/invitations', forOwners, listInvitations);
  app.post('/v1/app/invitations', forOwners, invite);
  app.delete('/v1/app/invitations/:id', forOwners, withdraw);

  async function listPeople(request: FastifyRequest): Promise<object> {
    const members = await membersOf(request);
    return { data: members.map(({ id, name }) => ({ id, name })) };
  }

  async function list(request: FastifyRequest): Promise<object> {
    const members = await membersOf(request);
    return { data: members.map(presentMember) };
  }

  function membersOf(request: FastifyRequest) {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    return runner.run('listMembers', { brandId });
  }

  async function patch(request: MemberRequest): Promise<object> {
    const { role } = readBodyOf<MemberPatch>(MemberPatch, request);
    const { brandId } = memberOfRequest(request);
    const { id: accountId } = request.params;
    refuseOutcome(await runner.run('changeRole', { brandId, accountId, role }), accountId);
    sessions.forgetAll();
    const members = await runner.run('listMembers', { brandId });
    const changed = members.find(({ id }) => id === accountId);
    refuseOutcome(changed ? 'done' : 'missing', accountId);
    return presentMember(changed!);
  }

  async function remove(request: MemberRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const { id: accountId } = request.params;
    refuseOutcome(await runner.run('removeMember', { brandId, accountId }), accountId);
    sessions.forgetAll();
    return reply.code(204).send();
  }

  async function listInvitations(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const found = await runner.run('listInvitations', { brandId });
    return { data: found.map(presentInvitation) };
  }

  async function invite(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { email, role } = readBodyOf<NewInvitation>(NewInvitation, request);
    const { brandId, accountId } = memberOfRequest(request);
    await limits.beginInvitation(brandId, emailKeyOf(email)!);
    const wanted = { brandId, email, role, createdBy: accountId };
    const made = await runner.run('inviteMember', wanted);
    if (made.outcome === 'not_owner') throw ownersOnly();
    if (made.outcome === 'member_already')
      throw new ApiError(409, `${echoed(email)} is a member already`);
    if (made.outcome === 'too_many') {
      throw new ApiError(
        409,
        `There are ${invitationsPerBrandMax} invitations already: withdraw one that is not used`,
      );
    }
    if (made.outcome !== 'created') throw new Error('the brand of a member is gone');
    const { link, token, mailedToken, brandName, language } = made;
    const urlOf = (path: string) => `${publicUrl ?? addressedAs(request)}${path}`;
    const mail = { to: email, language, brandName, url: urlOf(linkPath(mailedToken)) };
    const isMailed = await mails.invite(mail);
    const url = urlOf(linkPath(token));
    return reply.code(201).send({ ...presentInvitation(link), url, isMailed });
  }

  async function withdraw(request: MemberRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { brandId } = memberOfRequest(request);
    const { id } = request.params;
    if (!(await runner.run('withdrawInvitation', { brandId, id }))) {
      throw noSuch('invitation', id);
    }
    return reply.code(204).send();
  }
}

function refuseOutcome(outcome: 'done' | 'missing' | 'last_owner', id: string): void {
  if (outcome === 'missing') throw noSuch('member', id);
  if (outcome === 'last_owner') {
    throw new ApiError(409, 'A brand needs an owner: make somebody else an owner first');
  }
}
