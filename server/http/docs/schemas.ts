// The named schemas of the OpenAPI document, besides the request bodies.
export { Address } from '#contract/address.ts';
export { CalendarLink, CalendarLinkPage, IssuedCalendarLink } from '#contract/calendar-link.ts';
export { CurrentKey } from '#contract/current-key.ts';
export { CustomerExport, ErasureUnderWay, ExportedWorkItem } from '#contract/customer-export.ts';
export { CustomerAfterMerge, CustomerMerge } from '#contract/customer-merge.ts';
export { Customer } from '#contract/customer.ts';
export { ErrorBody as Error, ErrorCode } from '#contract/error-body.ts';
export { Event, HistoryEntry, MessageTime, PingMessage } from '#contract/event.ts';
export { LeadBatchEntry, LeadBatchError, LeadBatchResult } from '#contract/lead-batch.ts';
export {
  AddressPage,
  CustomerMergePage,
  CustomerPage,
  EventPage,
  HistoryPage,
  IntakePage,
  MemberPage,
  NotePage,
  PhotoPage,
  RequestPage,
  WorkItemPage,
} from '#contract/list-page.ts';
export { LeadCorrections, ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
export { Intake, ListedIntake } from '#contract/intake.ts';
export { Member } from '#contract/member.ts';
export { Note } from '#contract/note.ts';
export { Photo } from '#contract/photo.ts';
export {
  AddressReceipt,
  CustomerMergeReceipt,
  CustomerReceipt,
  WorkItemReceipt,
} from '#contract/receipts.ts';
export { WebhookDelivery, WebhookDeliveryPage, WebhookReplay } from '#contract/webhook-delivery.ts';
export { Webhook, WebhookPage, WebhookWithSecret } from '#contract/webhook.ts';
export { Submission } from '#contract/submission.ts';
export { ListedWorkItem, WorkItem } from '#contract/work-item.ts';

// Closed lists.
export * from '#contract/enums.ts';
