// The named schemas of the OpenAPI document.
export { AddressPatch } from '#contract/address-patch.ts';
export { Address } from '#contract/address.ts';
export {
  CalendarLink,
  CalendarLinkPage,
  IssuedCalendarLink,
  NewCalendarLink,
} from '#contract/calendar-link.ts';
export { CurrentKey } from '#contract/current-key.ts';
export { CustomerExport, ErasureUnderWay, ExportedWorkItem } from '#contract/customer-export.ts';
export { CustomerAfterMerge, CustomerMerge, CustomerToMerge } from '#contract/customer-merge.ts';
export { CustomerPatch } from '#contract/customer-patch.ts';
export { Customer } from '#contract/customer.ts';
export { ErrorBody as Error } from '#contract/error-body.ts';
export { Event, HistoryEntry } from '#contract/event.ts';
export { LeadBatch, LeadBatchEntry, LeadBatchResult } from '#contract/lead-batch.ts';
export { LeadSubmission } from '#contract/lead-submission.ts';
export {
  AddressPage,
  CustomerMergePage,
  CustomerPage,
  EventPage,
  HistoryPage,
  PhotoPage,
  RequestPage,
  WorkItemPage,
} from '#contract/list-page.ts';
export { LeadCorrections, ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
export { NewAddress, NewCustomer, NewWorkItem } from '#contract/new-work-item.ts';
export { Photo } from '#contract/photo.ts';
export {
  NewReplay,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookReplay,
} from '#contract/webhook-delivery.ts';
export {
  NewWebhook,
  Webhook,
  WebhookPage,
  WebhookPatch,
  WebhookWithSecret,
} from '#contract/webhook.ts';
export { WorkItemPatch } from '#contract/work-item-patch.ts';
export { ListedWorkItem, WorkItem } from '#contract/work-item.ts';
