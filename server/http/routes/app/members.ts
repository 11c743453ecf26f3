// Members of the brand, and invitations. Both sides of a brand have the same ones.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MemberPatch, MemberRemoval, NewInvitation } from '#contract/app-bodies.ts';
import { invitationsPerBrandMax } from '#contract/limits.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import {
  presentInvitation,
  presentLeftItem,
  presentMember,
} from '#core/accounts/present-member.ts';
import { echoed } from '#core/reading/cut-messages.ts';
import type { MemberOutcome } from '#actions/accounts/members.ts';
import type { AccessLimits } from '../../accounts/access-limits.ts';
import { requestOrigin } from '../../request-origin.ts';
import { ApiError, noSuch } from '../../refusals/api-error.ts';
import { memberOfRequest, ownersOnly } from '../../gate/authenticate.ts';
import type { KeyRing } from '../../gate/key-ring.ts';
import type { LinkMails } from '../../accounts/link-mails.ts';
import { readBodyOf, refuseParameters } from '../../read-request.ts';
import type { SessionRing } from '../../gate/session-ring.ts';

interface MemberParts {
  sessions: SessionRing;
  keys: KeyRing;
  mails: LinkMails;
  limits: AccessLimits;
  publicUrl: string | null;
}

type MemberRequest = FastifyRequest<{ Params: { id: string } }>;

export function memberRoutes(app: FastifyInstance, parts: MemberParts): void {
  const { sessions, keys, mails, limits, publicUrl } = parts;
  const forOwners = { config: { member: 'owner' as const } };
  app.get('/v1/app/people', { config: { member: 'any' } }, listPeople);
  app.get('/v1/app/members', forOwners, list);
  app.patch('/v1/app/members/:id', forOwners, patch);
  app.get('/v1/app/members/:id/left-behind', forOwners, listLeft);
  app.delete('/v1/app/members/:id', forOwners, remove);
  app.post('/v1/app/members/:id/remove', forOwners, remove);
  app.get('/v1/app/invitations', forOwners, listInvitations);
  app.post('/v1/app/invitations', forOwners, invite);
  app.delete('/v1/app/invitations/:id', forOwners, withdraw);

  async function listPeople(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    return { data: await request.run('listPeople', { brandId }) };
  }

  async function list(request: FastifyRequest): Promise<object> {
    const members = await membersOf(request);
    return { data: members.map(presentMember) };
  }

  function membersOf(request: FastifyRequest) {
    refuseParameters(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    return request.run('listMembers', { brandId });
  }

  async function patch(request: MemberRequest): Promise<object> {
    const { role, revoke = [], keep = [] } = readBodyOf<MemberPatch>(MemberPatch, request);
    const decisions = { revoke, keep };
    const { liveBrandId: brandId } = memberOfRequest(request);
    const { id: accountId } = request.params;
    const changing = { brandId, accountId, role, ...decisions };
    refuseOutcome(await request.run('changeRole', changing), accountId);
    sessions.invalidateAll();
    keys.invalidateAll();
    const members = await request.run('listMembers', { brandId });
    const changed = members.find(({ id }) => id === accountId);
    refuseOutcome(changed ? 'done' : 'missing', accountId);
    return presentMember(changed!);
  }

  /** Keys, webhooks and calendar links that outlive the member. */
  async function listLeft(request: MemberRequest): Promise<object> {
    refuseParameters(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    const { id: accountId } = request.params;
    const found = await request.run('listLeftBehind', { brandId, accountId });
    if (!found) throw noSuch('member', accountId);
    return { data: found.items.map(presentLeftItem), invited: found.invited };
  }

  async function remove(request: MemberRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { revoke = [], keep = [] } = decisionsIn(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    const { id: accountId } = request.params;
    const removing = { brandId, accountId, revoke, keep };
    refuseOutcome(await request.run('removeMember', removing), accountId);
    sessions.invalidateAll();
    keys.invalidateAll();
    return reply.code(204).send();
  }

  async function listInvitations(request: FastifyRequest): Promise<object> {
    refuseParameters(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    const found = await request.run('listInvitations', { brandId });
    return { data: found.map(presentInvitation) };
  }

  async function invite(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { email, role } = readBodyOf<NewInvitation>(NewInvitation, request);
    const { liveBrandId: brandId, accountId } = memberOfRequest(request);
    await limits.beginInvitation(request, brandId, emailKeyOf(email)!);
    const wanted = { brandId, email, role, createdBy: accountId };
    const made = await request.run('inviteMember', wanted);
    if (made.outcome === 'not_owner') throw ownersOnly();
    if (made.outcome === 'member_already')
      throw new ApiError(409, `${echoed(email)} is a member already`, { code: 'member_already' });
    if (made.outcome === 'too_many') {
      throw new ApiError(
        409,
        `There are ${invitationsPerBrandMax} invitations already: withdraw one that is not used`,
        { code: 'invitations_full' },
      );
    }
    if (made.outcome !== 'created') throw new Error('the brand of a member is gone');
    const { link, token, mailedToken, brandName, language } = made;
    const urlOf = (path: string) => `${publicUrl ?? requestOrigin(request)}${path}`;
    const mail = { to: email, language, brandName, url: urlOf(linkPath(mailedToken)) };
    const isMailed = await mails.invite(mail);
    const url = urlOf(linkPath(token));
    return reply.code(201).send({ ...presentInvitation(link), url, isMailed });
  }

  async function withdraw(request: MemberRequest, reply: FastifyReply): Promise<FastifyReply> {
    refuseParameters(request);
    const { liveBrandId: brandId } = memberOfRequest(request);
    const { id } = request.params;
    if (!(await request.run('withdrawInvitation', { brandId, id }))) {
      throw noSuch('invitation', id);
    }
    return reply.code(204).send();
  }
}

/** A DELETE has no body, so no decisions. */
function decisionsIn(request: MemberRequest): MemberRemoval {
  if (request.method === 'POST') return readBodyOf<MemberRemoval>(MemberRemoval, request);
  refuseParameters(request);
  return {};
}

function refuseOutcome(outcome: MemberOutcome, id: string): void {
  if (outcome === 'missing') throw noSuch('member', id);
  if (typeof outcome === 'object') {
    const count = outcome.undecided.length;
    throw new ApiError(
      409,
      `They made keys, webhooks or calendar links that would go on working: put each of the ${count} in revoke or in keep`,
      { code: 'left_items_undecided' },
    );
  }
  if (outcome === 'last_owner') {
    throw new ApiError(409, 'A brand needs an owner: make somebody else an owner first', {
      code: 'last_owner',
    });
  }
}
