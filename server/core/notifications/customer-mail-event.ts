// What the history of a work item shows of a mail to its customer.
import type { CustomerMailKind } from '#contract/notification-lists.ts';
import { systemAuthor } from '../author.ts';
import type { NewEvent } from '../event.ts';
import { timestamp } from '../timestamp.ts';

interface SettledMail {
  brandId: string;
  workItemId: string;
  kind: CustomerMailKind;
  state: 'sent' | 'failed';
  scheduledStart: number | null;
  scheduledEnd: number | null;
}

export function customerMailEvent(mail: SettledMail, now: number): NewEvent {
  const { brandId, workItemId, kind, state, scheduledStart, scheduledEnd } = mail;
  const times = {
    scheduledStart: scheduledStart === null ? null : timestamp(scheduledStart),
    scheduledEnd: scheduledEnd === null ? null : timestamp(scheduledEnd),
  };
  return {
    ...systemAuthor,
    brandId,
    type: state === 'sent' ? 'work_item.customer_mailed' : 'work_item.customer_mail_failed',
    subjectId: workItemId,
    changes: { customerMail: { before: null, after: { kind, ...times } } },
    reason: null,
    createdAt: now,
  };
}
