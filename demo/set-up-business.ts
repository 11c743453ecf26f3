// The demo's brand before its first lead: members, keys and integrations.
import { randomInt } from 'node:crypto';
import { inviteMember, makeOwnerLink } from '#actions/accounts/account-links.ts';
import { issueApiKey } from '#actions/accounts/api-keys.ts';
import { patchBrand } from '#actions/accounts/brand-settings.ts';
import { createBrand } from '#actions/accounts/brands.ts';
import { endSession } from '#actions/accounts/sessions.ts';
import { useAccountLink } from '#actions/accounts/use-account-link.ts';
import { createCalendarLink } from '#actions/calendar/calendar-links.ts';
import type { ActionContext } from '#actions/context.ts';
import { createWebhook } from '#actions/webhooks/webhooks.ts';
import type { Language } from '#contract/account-lists.ts';
import type { Scope } from '#contract/scopes.ts';
import { hashOfToken } from '#core/accounts/session-token.ts';
import type { Database } from '#db/database.ts';
import { Passwords } from '#http/accounts/passwords.ts';
import { type DemoChannels, makeChannels } from './channels.ts';
import type { Teammate } from './plan-leads.ts';

export interface Business {
  brandId: string;
  country: string;
  members: Record<Teammate, string>;
  /** Used by the website's form. */
  websiteKeyId: string;
  channels: DemoChannels;
  /** Password and key are random, and only here in plain text. */
  access: DemoAccess;
}

export interface DemoAccess {
  email: string;
  password: string;
  key: string;
}

const brandName = 'Van Dijk Installatie & Dak';
const country = 'NL';
const people: Record<Teammate, { name: string; email: string; language: Language }> = {
  owner: { name: 'Marieke van Dijk', email: 'marieke@vandijk.example', language: 'en' },
  first: { name: 'Joost Bakker', email: 'joost@vandijk.example', language: 'nl' },
  second: { name: 'Yusuf Demir', email: 'yusuf@vandijk.example', language: 'en' },
};
const passwordWords = 4;
// A reserved top-level domain (RFC 2606): it never resolves, so an activated webhook reaches nobody.
const webhookUrl = 'https://hooks.vandijk.example/vakwerk';

export async function setUpBusiness(db: Database, context: ActionContext): Promise<Business> {
  const { id: brandId } = await createBrand(db, { name: brandName, country }, context);
  // Texts of the demo are English; the default of the country is Dutch.
  await patchBrand(db, { brandId, changes: { language: 'en' } }, context);
  const password = newPassword();
  const passwordHash = await new Passwords().hash(password);
  const join = (teammate: Teammate, token: string) =>
    useLink(db, token, { kind: 'new', ...people[teammate], passwordHash }, context);
  const invite = async (teammate: Teammate, createdBy: string) => {
    const { email } = people[teammate];
    const invited = await inviteMember(db, { brandId, email, role: 'member', createdBy }, context);
    if (invited.outcome !== 'created') throw new Error(`not invited: ${invited.outcome}`);
    return join(teammate, invited.token);
  };

  const owner = await join('owner', (await makeOwnerLink(db, { brandId }, context))!.token);
  const members = {
    owner,
    first: await invite('first', owner),
    second: await invite('second', owner),
  };
  const issue = (name: string, scopes: readonly Scope[]) =>
    issueKey(db, { brandId, name, scopes, createdBy: owner }, context);
  const website = await issue('Website form', ['leads:write']);
  const { key } = await issue('Demo', ['full']);
  await createCalendarLink(
    db,
    { brandId, name: 'Joost’s phone', memberId: members.first },
    context,
  );
  const channels = await makeChannels(db, { brandId, memberId: owner }, context);
  const access = { email: people.owner.email, password, key };
  return { brandId, country, members, websiteKeyId: website.id, channels, access };
}

/** Created last, so that it starts after all events, and paused, so that it sends none. */
export async function addWebhook(
  db: Database,
  { brandId, members }: Business,
  context: ActionContext,
): Promise<void> {
  const author = { actor: 'member', actorId: members.owner, requestId: null } as const;
  const fields = { url: webhookUrl, description: 'Planning board', state: 'paused' } as const;
  await createWebhook(db, { brandId, author, fields }, context);
}

/** Random, because HOST may open the demo to other machines. */
function newPassword(): string {
  const syllable = () => 'bdfgklmnprstvz'[randomInt(14)]! + 'aeiou'[randomInt(5)]!;
  const word = () => syllable() + syllable();
  return Array.from({ length: passwordWords }, word).join('-');
}

type NewUser = Extract<Parameters<typeof useAccountLink>[1]['user'], { kind: 'new' }>;

/** Returns the account's id. */
async function useLink(
  db: Database,
  token: string,
  user: NewUser,
  context: ActionContext,
): Promise<string> {
  const visitor = { userAgent: '', address: '127.0.0.1' };
  const used = await useAccountLink(db, { tokenHash: hashOfToken(token), user, visitor }, context);
  if (used.outcome !== 'opened') throw new Error(`the link was not used: ${used.outcome}`);
  const { accountId, id } = used.session;
  await endSession(db, { accountId, id });
  return accountId;
}

async function issueKey(
  db: Database,
  wanted: { brandId: string; name: string; scopes: readonly Scope[]; createdBy: string },
  context: ActionContext,
): Promise<{ id: string; key: string }> {
  const issued = await issueApiKey(db, { ...wanted, expiresAt: null }, context);
  if (issued.outcome === 'refused') throw new Error(issued.message);
  return issued.key;
}
