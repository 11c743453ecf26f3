// The tables of notifications, as the queries see them.
import type { CustomerMailKind } from '#contract/notification-lists.ts';

export interface PushKeysRow {
  // Base64url, as browsers take it.
  publicKey: string;
  // Base64url: the private number.
  privateKey: string;
  createdAt: number;
}

export interface CustomerMailRow {
  brandId: string;
  id: string;
  workItemId: string;
  // The recipient.
  customerId: string;
  kind: CustomerMailKind;
  // A mail with the same key is never sent again.
  onceKey: string;
  state: CustomerMailState;
  // The times that it names.
  scheduledStart: number | null;
  scheduledEnd: number | null;
  createdAt: number;
  keepUntil: number;
}

/** `sending` until the mail server has answered. */
type CustomerMailState = 'sending' | 'sent' | 'failed';
