// The named schemas of request bodies. A new one is added here, with the way it is read.
import { AddressPatch } from '#contract/address-patch.ts';
import { NewCalendarLink } from '#contract/calendar-link.ts';
import { CustomerToMerge } from '#contract/customer-merge.ts';
import { CustomerPatch } from '#contract/customer-patch.ts';
import { LeadBatch } from '#contract/lead-batch.ts';
import { LeadSubmission } from '#contract/lead-submission.ts';
import { NewAddress, NewCustomer, NewWorkItem } from '#contract/new-work-item.ts';
import { NewNote, NotePatch } from '#contract/note.ts';
import { NewPhotos } from '#contract/new-photos.ts';
import { NewReplay } from '#contract/webhook-delivery.ts';
import { NewWebhook, WebhookPatch } from '#contract/webhook.ts';
import { WorkItemPatch } from '#contract/work-item-patch.ts';
import { lenientBody, strictBody, submission } from './request-body.ts';

export const requestSchemas = {
  AddressPatch: strictBody(AddressPatch, {
    dependentRequired: { latitude: ['longitude'], longitude: ['latitude'] },
  }),
  CustomerPatch: strictBody(CustomerPatch),
  CustomerToMerge: strictBody(CustomerToMerge),
  LeadBatch: strictBody(LeadBatch),
  LeadSubmission: submission(LeadSubmission),
  NewAddress: lenientBody(NewAddress),
  NewCalendarLink: strictBody(NewCalendarLink),
  NewCustomer: lenientBody(NewCustomer),
  NewNote: strictBody(NewNote),
  NewPhotos: strictBody(NewPhotos),
  NewReplay: strictBody(NewReplay),
  NewWebhook: strictBody(NewWebhook),
  NewWorkItem: lenientBody(NewWorkItem),
  NotePatch: strictBody(NotePatch),
  WebhookPatch: strictBody(WebhookPatch),
  WorkItemPatch: strictBody(WorkItemPatch),
};
