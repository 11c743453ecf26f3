import type { MailText } from '../../../../../contract/customer-mail-text.ts';
import type { CustomerMailKind } from '../../../../../contract/notification-lists.ts';
import { app } from '../../../api/client.ts';
import { kinds, queries } from '../../../app/queries.ts';
import type { Language } from '../../../words/words.ts';

type Texts = Record<Language, Record<CustomerMailKind, MailText>>;

/** As `/v1/app/customer-mails` returns them. */
export interface CustomerMailSettings {
  sendsMail: boolean;
  receipt: boolean;
  appointment: boolean;
  replyTo: string | null;
  texts: Texts;
  /** Those that come with the program. */
  usualTexts: Texts;
}

const queryKey = [kinds.settings, 'customer-mails'];
const path = '/customer-mails';

export const customerMailQuery = {
  queryKey,
  queryFn: () => app.get<CustomerMailSettings>(path),
};

export function patchCustomerMails(changes: object): Promise<CustomerMailSettings> {
  return app.change<CustomerMailSettings>('PATCH', path, changes);
}

export function showSaved(saved: CustomerMailSettings): void {
  queries.setQueryData(queryKey, saved);
}
