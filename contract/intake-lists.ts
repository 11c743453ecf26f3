// Closed lists of channels and intakes, without the schemas: see work-item-lists.ts.

/** Kinds of channels that a brand creates. */
export const channelTypes = ['form', 'hook', 'mail'] as const;

/** Where an intake can come from. */
export const intakeSources = ['api', ...channelTypes, 'import'] as const;

export const intakeStates = ['lead', 'held', 'refused', 'discarded'] as const;

/** As it is, or in base64 when it is no UTF-8 text. */
export const bodyEncodings = ['utf8', 'base64'] as const;

export const heldReasons = [
  // Forms.
  'honeypot',
  'too_fast',
  'no_proof',
  'proof_invalid',
  'proof_reused',
  'too_many',
  'other_site',
  // Hooks and mail.
  'secret_wrong',
  'several_leads',
  'bounce',
  'auto_reply',
  'mailing_list',
  'unreadable',
  // All of them.
  'not_stored',
] as const;

/** Ready maps for the formats of others. */
export const portals = ['google-ads', 'angi', 'meta', 'typeform', 'tally', 'jotform'] as const;

/** The fields of a form that a visitor can fill in. */
export const formFields = [
  'customerName',
  'companyName',
  'email',
  'phone',
  'street',
  'streetNumber',
  'postalCode',
  'city',
  'title',
  'description',
  'category',
  'photos',
] as const;

export type ChannelType = (typeof channelTypes)[number];
export type IntakeSource = (typeof intakeSources)[number];
export type IntakeState = (typeof intakeStates)[number];
export type HeldReason = (typeof heldReasons)[number];
/** Why a mailbox could not be read. */
export type MailboxError =
  // A private address, or another port than those of mailboxes.
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'sign_in_failed'
  | 'no_such_folder'
  // The mail is on disk, but stays in the mailbox as unread.
  | 'not_marked'
  | 'timeout'
  | 'not_stored'
  | 'mailbox_failed';
export type Portal = (typeof portals)[number];
export type FormField = (typeof formFields)[number];
