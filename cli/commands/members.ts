import { inviteMember, makeOwnerLink, makePasswordLink } from '#actions/accounts/account-links.ts';
import { listLeftBehind } from '#actions/accounts/left-behind.ts';
import {
  forgetFormerMember,
  listMembers,
  listPeople,
  removeMember,
} from '#actions/accounts/members.ts';
import { Refusal } from '#actions/refusal.ts';
import { type Role, roles } from '#contract/account-lists.ts';
import { emailLengthMax, invitationsPerBrandMax } from '#contract/limits.ts';
import type { LeftItem } from '#core/accounts/left-behind.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { emailKeyOf } from '#core/customers/match-keys.ts';
import { readText } from '#core/reading/read-field.ts';
import type { Database } from '#db/database.ts';
import { commandContext } from '../command-context.ts';
import { defineCommand, UsageError } from '../command.ts';
import { isoTime, isoTimeOrNull, shortTime, table } from '../layout.ts';
import { brandOption, refuseUnknownBrand, unknownBrand } from '../named-brand.ts';
import { withDatabase } from '../open-database.ts';
import { publicLink } from '../public-link.ts';

export const membersLink = defineCommand({
  about:
    'Creates a link for a new member of a brand. It is shown only once, works once, and replaces an earlier link.',
  options: {
    brand: brandOption,
    email: {
      value: '<address>',
      text: 'e-mail address of the person; without it, the link is for an owner who enters their own',
    },
    role: { value: '<role>', text: `${roles.join(' or ')} (default: member)` },
  },
  async run({ options, env }) {
    const { brand: brandId } = options;
    const email = options.email === undefined ? null : readEmail(options.email);
    const role = readRole(options.role ?? (email === null ? 'owner' : 'member'));
    if (email === null && role !== 'owner') {
      throw new UsageError(
        '--role member needs --email: only a link for an owner works without it',
      );
    }
    const { link, token } = await withDatabase(env, (db) =>
      email === null ? ownerLink(db, brandId) : invitation(db, { brandId, email, role }),
    );
    const { url, remark } = publicLink(linkPath(token), env);
    const { purpose, expiresAt } = link;
    const validity =
      expiresAt === null ? 'valid until it is used' : `valid once, until ${isoTime(expiresAt)}`;
    return {
      json: { purpose, brandId, email, role, expiresAt: isoTimeOrNull(expiresAt), url },
      text: `The link for a new ${role}, ${validity}${remark}:\n\n  ${url}\n`,
    };
  },
});

export const membersList = defineCommand({
  about: 'Lists the members of a brand, the oldest first, and former members.',
  options: { brand: brandOption },
  async run({ options, env }) {
    const { brand: brandId } = options;
    const { members, people } = await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, brandId);
      return {
        members: await listMembers(db, { brandId }),
        people: await listPeople(db, { brandId }),
      };
    });
    const left = people.filter(({ hasLeft }) => hasLeft).map(({ id, name }) => ({ id, name }));
    const rows = members.map((member) => [
      member.id,
      member.role,
      shortTime(member.lastSeenAt, 'never'),
      member.email,
      member.name,
    ]);
    return {
      json: {
        members: members.map(({ createdAt, lastSeenAt, emailProvenAt, ...member }) => ({
          ...member,
          createdAt: isoTime(createdAt),
          lastSeenAt: isoTimeOrNull(lastSeenAt),
          isEmailProven: emailProvenAt !== null,
        })),
        left,
      },
      text: table(
        ['ID', 'ROLE', 'LAST SEEN', 'E-MAIL', 'NAME'],
        [...rows, ...left.map(({ id, name }) => [id, 'left', '', '', name])],
        'There are no members yet.',
      ),
    };
  },
});

export const membersRemove = defineCommand({
  about:
    'Removes a member from a brand. Keys, webhooks and calendar links that they created keep working unless revoked: ' +
    'without --revoke, a member who created some is not removed, and the list is shown.',
  argument: { value: '<memberId>', text: 'the member, by their id (members list shows it)' },
  options: {
    brand: brandOption,
    revoke: {
      value: '<what>',
      text: 'all, none, or the ids to revoke, separated by commas; the rest keeps working',
    },
  },
  async run({ argument: accountId, options, env }) {
    const { brand: brandId } = options;
    const revoked = options.revoke === undefined ? null : readRevoked(options.revoke);
    const { ended, kept } = await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, brandId);
      const context = await commandContext(db);
      const left = await listLeftBehind(db, { brandId, accountId }, context);
      if (!left) throw new Refusal(`the brand has no member ${accountId}`);
      const { ended, kept } = decide(left.items, revoked);
      const idsOf = (items: readonly LeftItem[]) => items.map(({ id }) => id);
      const decisions = { revoke: idsOf(ended), keep: idsOf(kept) };
      const outcome = await removeMember(db, { brandId, accountId, ...decisions }, context);
      if (outcome === 'done') return { ended, kept };
      if (outcome === 'last_owner') {
        throw new Refusal('a brand needs an owner: make another member an owner first');
      }
      throw new Refusal('the member was changed concurrently: try again');
    });
    const asJson = ({ kind, id, name, by }: LeftItem) => ({ kind, id, name, by });
    const lines = [...ended.map(lineOf('revoked')), ...kept.map(lineOf('kept'))];
    return {
      json: { id: accountId, brandId, revoked: ended.map(asJson), kept: kept.map(asJson) },
      text: [`Removed member ${accountId}`, ...lines, ''].join('\n'),
    };
  },
});

export const membersForget = defineCommand({
  about:
    'Erases the name of a former member for good. The records they created stay, without a name.',
  argument: { value: '<memberId>', text: 'the former member, by their id (members list shows it)' },
  options: { brand: brandOption },
  async run({ argument: accountId, options, env }) {
    const { brand: brandId } = options;
    await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, brandId);
      if (await forgetFormerMember(db, { brandId, accountId })) return;
      throw new Refusal(`the brand has no former member ${accountId}`);
    });
    return {
      json: { id: accountId, brandId },
      text: `Erased the name of former member ${accountId}\n`,
    };
  },
});

const lineOf =
  (word: string) =>
  ({ kind, id, name }: LeftItem): string =>
    `  ${word}: ${kindNames[kind]} ${id} ${name}`;

const kindNames = { key: 'key', webhook: 'webhook', calendarLink: 'calendar link' };

function readRevoked(text: string): ReadonlySet<string> {
  const ids = new Set(text.split(',').map((id) => id.trim()));
  if (ids.size > 1 && (ids.has('all') || ids.has('none'))) {
    throw new UsageError('--revoke: all and none cannot be combined with ids');
  }
  return ids;
}

function decide(
  items: readonly LeftItem[],
  revoked: ReadonlySet<string> | null,
): { ended: LeftItem[]; kept: LeftItem[] } {
  if (revoked === null && items.length > 0) {
    const lines = items.map((item) => `\n${lineOf(item.by)(item)}`).join('');
    throw new Refusal(
      `the member created items that would keep working; add --revoke all, none or some of these ids:${lines}`,
    );
  }
  const ids = revoked ?? new Set();
  const isEnded = ({ id }: LeftItem) => ids.has('all') || ids.has(id);
  const unknown = [...ids].find(
    (id) => !['all', 'none', ...items.map((one) => one.id)].includes(id),
  );
  if (unknown !== undefined) throw new Refusal(`--revoke: the member did not create ${unknown}`);
  return { ended: items.filter(isEnded), kept: items.filter((item) => !isEnded(item)) };
}

export const membersPasswordLink = defineCommand({
  about:
    'Creates a password reset link. It is shown only once and works once. The two links before it stay valid until one is used.',
  options: { email: { value: '<address>', required: true, text: 'e-mail address of the person' } },
  async run({ options, env }) {
    const email = readEmail(options.email);
    const made = await withDatabase(env, async (db) =>
      makePasswordLink(db, { emailKey: emailKeyOf(email)! }, await commandContext(db)),
    );
    if (!made) throw new Refusal(`no account has the e-mail address ${email}`);
    const { url, remark } = publicLink(linkPath(made.token), env);
    const expiresAt = isoTimeOrNull(made.link.expiresAt);
    return {
      json: { purpose: made.link.purpose, email: made.email, expiresAt, url },
      text: `The password reset link, valid once, until ${expiresAt}${remark}:\n\n  ${url}\n`,
    };
  },
});

async function ownerLink(db: Database, brandId: string) {
  const made = await makeOwnerLink(db, { brandId }, await commandContext(db));
  if (!made) throw unknownBrand(brandId);
  return made;
}

async function invitation(db: Database, wanted: { brandId: string; email: string; role: Role }) {
  const made = await inviteMember(db, { ...wanted, createdBy: null }, await commandContext(db));
  switch (made.outcome) {
    case 'no_brand':
      throw unknownBrand(wanted.brandId);
    case 'not_owner':
      throw new Error('the operator needs no owner role');
    case 'member_already':
      throw new Refusal(`${wanted.email} is already a member of the brand`);
    case 'too_many':
      throw new Refusal(`the brand already has ${invitationsPerBrandMax} invitations`);
    case 'created':
      return made;
  }
}

function readEmail(text: string): string {
  const result = readText({ format: 'idn-email', maxLength: emailLengthMax }, text);
  if ('refusal' in result) throw new UsageError(`--email ${result.refusal.text}, got "${text}"`);
  return result.value as string;
}

function readRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (role === undefined) {
    throw new UsageError(`--role must be ${roles.join(' or ')}, got "${text}"`);
  }
  return role;
}
