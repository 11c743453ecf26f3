// The schemas that the document names and refers to.
import { Address } from '#contract/address.ts';
import { Customer } from '#contract/customer.ts';
import { ErrorBody } from '#contract/error-body.ts';
import { LeadSubmission } from '#contract/lead-submission.ts';
import { AddressPage, PhotoPage, WorkItemPage } from '#contract/list-page.ts';
import { Photo } from '#contract/photo.ts';
import { ListedWorkItem, WorkItem } from '#contract/work-item.ts';

export const schemas = {
  LeadSubmission,
  WorkItem,
  ListedWorkItem,
  WorkItemPage,
  Customer,
  Address,
  AddressPage,
  Photo,
  PhotoPage,
  Error: ErrorBody,
};

export type SchemaName = keyof typeof schemas;
