// Request bodies of the web app's own endpoints. The password rules are in core.
import { type Static, Type } from 'typebox';
import { languages, roles } from './account-lists.ts';
import { nullable, oneOf, Timestamp } from './field-types.ts';
import { channelTypes, portals } from './intake-lists.ts';
import {
  answerMinutesMax,
  decisionsMax,
  emailLengthMax,
  keyOverlapHoursMax,
  logoLengthMax,
  nameLengthMax,
} from './limits.ts';
import { scopes } from './scopes.ts';

const Email = Type.String({ format: 'idn-email', maxLength: emailLengthMax, minLength: 1 });
const Name = Type.String({ minLength: 1, maxLength: nameLengthMax });
const Password = Type.String({ minLength: 1 });
const Text = Type.String({ minLength: 1 });

export const SignIn = Type.Object({ email: Email, password: Password });
// With `isTest`, the test side of the brand.
export const BrandChoice = Type.Object({
  brandId: Text,
  isTest: Type.Optional(Type.Boolean()),
});
export const AccountPatch = Type.Object({
  name: Type.Optional(Name),
  language: Type.Optional(oneOf(languages, 'Language')),
});
export const PasswordChange = Type.Object({
  currentPassword: Password,
  newPassword: Password,
  removePasskeys: Type.Optional(Type.Boolean()),
});
export const LinkUse = Type.Object({
  password: Type.Optional(Password),
  name: Type.Optional(Name),
  email: Type.Optional(Email),
  language: Type.Optional(oneOf(languages, 'Language of a new account')),
});
export const PasswordReset = Type.Object({ email: Email });

export const NewInvitation = Type.Object({ email: Email, role: oneOf(roles, 'Role') });
const Ids = Type.Array(Text, { maxItems: decisionsMax });
// `revoke` and `keep` list what a member would leave behind: keys, webhooks and calendar links.
export const MemberPatch = Type.Object({
  role: oneOf(roles, 'Role'),
  revoke: Type.Optional(Ids),
  keep: Type.Optional(Ids),
});
export const MemberRemoval = Type.Object({
  revoke: Type.Optional(Ids),
  keep: Type.Optional(Ids),
});
export const BrandPatch = Type.Object({
  name: Type.Optional(Name),
  country: Type.Optional(Text),
  language: Type.Optional(
    nullable(oneOf(languages, 'Language; null for the default of the country')),
  ),
  timeZone: Type.Optional(nullable(Text)),
  /** Read as `WorkingHours`; null for the default. */
  workingHours: Type.Optional(nullable(Type.Object({}))),
  /** How long a lead may wait for an answer; 0 for ever, null for the default. */
  answerMinutes: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: answerMinutesMax }))),
  trade: Type.Optional(nullable(Type.String({ maxLength: nameLengthMax }))),
  colour: Type.Optional(nullable(Type.String({ maxLength: 7 }))),
  /** A PNG or JPEG as a data URL. */
  logo: Type.Optional(nullable(Type.String({ maxLength: logoLengthMax }))),
});

export const NewKey = Type.Object({
  name: Name,
  scopes: Type.Array(oneOf(scopes, 'Scope'), { maxItems: scopes.length }),
  expiresAt: Type.Optional(nullable(Timestamp())),
  personalData: Type.Optional(Type.Boolean()),
});
export const KeyRotation = Type.Object({
  overlapHours: Type.Number({ minimum: 0, maximum: keyOverlapHoursMax }),
});

export const PasskeyBegin = Type.Object({ currentPassword: Type.Optional(Password) });
export const NewPasskey = Type.Object({
  challengeId: Text,
  name: Name,
  response: Type.Object({}),
});
export const PasskeySignIn = Type.Object({ challengeId: Text, response: Type.Object({}) });

/** How an intake would be read with a map that is being made. */
export const ChannelPreview = Type.Object({
  type: oneOf(channelTypes, 'Kind of channel'),
  map: nullable(Type.Object({})),
  portal: nullable(oneOf(portals, 'The sender')),
  intakeId: Text,
});
export const DoubtSettlement = Type.Object({
  isSettled: Type.Boolean(),
  /** Told apart as well, or no longer when the doubt is opened again. */
  customerIds: Type.Optional(Type.Array(Text, { maxItems: 2 })),
});
export const DistinctCustomers = Type.Object({
  customerIds: Type.Array(Text, { maxItems: 2 }),
});

export type SignIn = Static<typeof SignIn>;
export type ChannelPreview = Static<typeof ChannelPreview>;
export type DoubtSettlement = Static<typeof DoubtSettlement>;
export type DistinctCustomers = Static<typeof DistinctCustomers>;
export type BrandChoice = Static<typeof BrandChoice>;
export type AccountPatch = Static<typeof AccountPatch>;
export type PasswordChange = Static<typeof PasswordChange>;
export type LinkUse = Static<typeof LinkUse>;
export type PasswordReset = Static<typeof PasswordReset>;
export type NewInvitation = Static<typeof NewInvitation>;
export type MemberPatch = Static<typeof MemberPatch>;
export type MemberRemoval = Static<typeof MemberRemoval>;
export type BrandPatch = Static<typeof BrandPatch>;
export type KeyRotation = Static<typeof KeyRotation>;
/** As `readBody` returns it: times are milliseconds. */
export type NewKey = Omit<Static<typeof NewKey>, 'expiresAt'> & { expiresAt?: number | null };
export type PasskeyBegin = Static<typeof PasskeyBegin>;
export type NewPasskey = Static<typeof NewPasskey>;
export type PasskeySignIn = Static<typeof PasskeySignIn>;
