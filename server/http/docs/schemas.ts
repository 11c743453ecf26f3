// Named schemas of the document.
import { AddressPatch } from '#contract/address-patch.ts';
import { Address } from '#contract/address.ts';
import {
  CalendarLink,
  CalendarLinkPage,
  IssuedCalendarLink,
  NewCalendarLink,
} from '#contract/calendar-link.ts';
import { CurrentKey } from '#contract/current-key.ts';
import { CustomerExport, ErasureUnderWay, ExportedWorkItem } from '#contract/customer-export.ts';
import { CustomerAfterMerge, CustomerMerge, CustomerToMerge } from '#contract/customer-merge.ts';
import { CustomerPatch } from '#contract/customer-patch.ts';
import { Customer } from '#contract/customer.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { Event, HistoryEntry } from '#contract/event.ts';
import { LeadBatch, LeadBatchEntry, LeadBatchResult } from '#contract/lead-batch.ts';
import { LeadSubmission } from '#contract/lead-submission.ts';
import {
  AddressPage,
  CustomerMergePage,
  CustomerPage,
  EventPage,
  HistoryPage,
  PhotoPage,
  RequestPage,
  WorkItemPage,
} from '#contract/list-page.ts';
import { LeadCorrections, ListedRequest, LoggedRequest } from '#contract/logged-request.ts';
import { Photo } from '#contract/photo.ts';
import { NewWorkItem } from '#contract/new-work-item.ts';
import { WorkItemPatch } from '#contract/work-item-patch.ts';
import { ListedWorkItem, WorkItem } from '#contract/work-item.ts';
import {
  NewWebhook,
  Webhook,
  WebhookPage,
  WebhookPatch,
  WebhookWithSecret,
} from '#contract/webhook.ts';
import {
  NewReplay,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookReplay,
} from '#contract/webhook-delivery.ts';

export const schemas = {
  LeadSubmission,
  LeadBatch,
  LeadBatchEntry,
  LeadBatchResult,
  NewWorkItem,
  WorkItemPatch,
  Event,
  EventPage,
  HistoryEntry,
  HistoryPage,
  WorkItem,
  ListedWorkItem,
  WorkItemPage,
  Customer,
  CustomerPage,
  CustomerPatch,
  CustomerToMerge,
  CustomerAfterMerge,
  CustomerMerge,
  CustomerMergePage,
  CustomerExport,
  ExportedWorkItem,
  ErasureUnderWay,
  Address,
  AddressPatch,
  AddressPage,
  Photo,
  PhotoPage,
  ListedRequest,
  LoggedRequest,
  RequestPage,
  LeadCorrections,
  NewCalendarLink,
  CalendarLink,
  IssuedCalendarLink,
  CalendarLinkPage,
  NewWebhook,
  WebhookPatch,
  Webhook,
  WebhookWithSecret,
  WebhookPage,
  WebhookDelivery,
  WebhookDeliveryPage,
  NewReplay,
  WebhookReplay,
  CurrentKey,
  Error: ErrorBody,
};

export type SchemaName = keyof typeof schemas;
