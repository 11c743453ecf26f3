import { inviteMember, makeOwnerLink, makePasswordLink } from '#actions/accounts/account-links.ts';
import { listMembers } from '#actions/accounts/members.ts';
import { Refusal } from '#actions/refusal.ts';
import { type Role, roles } from '#contract/account-lists.ts';
import { emailLengthMax, invitationsPerBrandMax } from '#contract/limits.ts';
import { linkPath } from '#core/accounts/account-link.ts';
import { emailKeyOf } from '#core/customers/customer-matching.ts';
import { readText } from '#core/reading/read-field.ts';
import type { Database } from '#db/database.ts';
import { systemContext } from '#runner/system-context.ts';
import { defineCommand, UsageError } from '../command.ts';
import { isoTime, isoTimeOrNull, shortTime, table } from '../layout.ts';
import { brandOption, refuseUnknownBrand, unknownBrand } from '../named-brand.ts';
import { withDatabase } from '../open-database.ts';
import { publicLink } from '../public-link.ts';

export const membersLink = defineCommand({
  about:
    'Makes a link by which a person becomes a member of a brand. It is shown this once, works once, and takes the place of an earlier one.',
  options: {
    brand: brandOption,
    email: {
      value: '<address>',
      text: 'of the person; without it, the link is for an owner who says it themselves',
    },
    role: { value: '<role>', text: `${roles.join(' or ')} (member unless given)` },
  },
  async run({ options, env }) {
    const { brand: brandId } = options;
    const email = options.email === undefined ? null : readEmail(options.email);
    const role = readRole(options.role ?? (email === null ? 'owner' : 'member'));
    if (email === null && role !== 'owner') {
      throw new UsageError('--role member needs --email: only an owner can be anybody');
    }
    const { link, token } = await withDatabase(env, (db) =>
      email === null ? ownerLink(db, brandId) : invitation(db, { brandId, email, role }),
    );
    const { url, remark } = publicLink(linkPath(token), env);
    const { purpose, expiresAt } = link;
    const end = expiresAt === null ? 'until it is used' : `until ${isoTime(expiresAt)}`;
    return {
      json: { purpose, brandId, email, role, expiresAt: isoTimeOrNull(expiresAt), url },
      text: `The link for a new ${role}, good once and ${end}${remark}:\n\n  ${url}\n`,
    };
  },
});

export const membersList = defineCommand({
  about: 'Lists the members of a brand, the first one first.',
  options: { brand: brandOption },
  async run({ options, env }) {
    const members = await withDatabase(env, async (db) => {
      await refuseUnknownBrand(db, options.brand);
      return listMembers(db, { brandId: options.brand });
    });
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
      },
      text: table(['ID', 'ROLE', 'LAST SEEN', 'E-MAIL', 'NAME'], rows, 'There are no members yet.'),
    };
  },
});

export const membersPasswordLink = defineCommand({
  about:
    'Makes a link by which a person sets a new password. It is shown this once and works once. The two made before it stay good until one is used.',
  options: { email: { value: '<address>', required: true, text: 'of the person' } },
  async run({ options, env }) {
    const email = readEmail(options.email);
    const made = await withDatabase(env, (db) =>
      makePasswordLink(db, { emailKey: emailKeyOf(email)! }, systemContext()),
    );
    if (!made) throw new Refusal(`nobody has the e-mail address ${email}`);
    const { url, remark } = publicLink(linkPath(made.token), env);
    const expiresAt = isoTimeOrNull(made.link.expiresAt);
    return {
      json: { purpose: made.link.purpose, email: made.email, expiresAt, url },
      text: `The link for a new password, good once and until ${expiresAt}${remark}:\n\n  ${url}\n`,
    };
  },
});

async function ownerLink(db: Database, brandId: string) {
  const made = await makeOwnerLink(db, { brandId }, systemContext());
  if (!made) throw unknownBrand(brandId);
  return made;
}

async function invitation(db: Database, wanted: { brandId: string; email: string; role: Role }) {
  const made = await inviteMember(db, { ...wanted, createdBy: null }, systemContext());
  switch (made.outcome) {
    case 'no_brand':
      throw unknownBrand(wanted.brandId);
    case 'not_owner':
      throw new Error('the operator invites whom they like');
    case 'member_already':
      throw new Refusal(`${wanted.email} is a member of the brand already`);
    case 'too_many':
      throw new Refusal(`the brand has ${invitationsPerBrandMax} invitations already`);
    case 'created':
      return made;
  }
}

function readEmail(text: string): string {
  const result = readText({ format: 'email', maxLength: emailLengthMax }, text);
  if ('refusal' in result) throw new UsageError(`--email ${result.refusal}, got "${text}"`);
  return result.value as string;
}

function readRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (role === undefined) {
    throw new UsageError(`--role must be ${roles.join(' or ')}, got "${text}"`);
  }
  return role;
}
