// The records as the rules see them: times are milliseconds since 1970, absent values are null.
import type { ImportStatus } from '#contract/import-lists.ts';
import type { Photo } from '#contract/photo.ts';
import type { Phase, Source, Status } from '#contract/work-item-lists.ts';
import type { Precision } from './addresses/geocode.ts';

export interface WorkItemRecord {
  brandId: string;
  id: string;
  version: number;
  customerId: string;
  addressId: string | null;
  title: string;
  description: string;
  phase: Phase;
  status: Status;
  priorityRank: number;
  category: string | null;
  customerSignature: string | null;
  scheduledStart: number | null;
  scheduledEnd: number | null;
  actualStart: number | null;
  actualEnd: number | null;
  source: Source;
  receivedAt: number;
  customStatusId: string | null;
  estimatedCost: number | null;
  finalCost: number | null;
  budgetQuote: string | null;
  notes: string | null;
  completionNotes: string | null;
  tags: string[] | null;
  // Null when no photoUrls were sent, so that an empty list is told from none.
  photoCount: number | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
  deletedAt: number | null;
  archivedAt: number | null;
}

export interface CustomerRecord {
  brandId: string;
  id: string;
  version: number;
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  emailKey: string | null;
  phoneKey: string | null;
  secondaryPhone: string | null;
  companyName: string;
  isCompany: boolean;
  addressId: string | null;
  notes: string | null;
  tags: string[] | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
  // When it was deleted, or merged into another.
  deletedAt: number | null;
  archivedAt: number | null;
  // The customer that this one is part of since.
  mergedInto: string | null;
}

export interface AddressRecord {
  brandId: string;
  id: string;
  version: number;
  country: string;
  stateProvince: string | null;
  city: string;
  postalCode: string;
  street: string;
  streetNumber: string;
  streetNumberAddition: string;
  latitude: number;
  longitude: number;
  precision: Precision;
  locationNotes: string | null;
  cityKey: string;
  postalCodeKey: string;
  createdAt: number;
}

export interface PhotoRecord extends Photo {
  brandId: string;
  workItemId: string;
  position: number;
}

export interface CustomerMergeRecord {
  brandId: string;
  id: string;
  keptId: string;
  mergedId: string;
  // JSON: the fields that the kept customer got by it, each as it was and as it became.
  changes: string;
  createdAt: number;
  undoneAt: number | null;
}

export interface ImportRecord {
  brandId: string;
  id: string;
  fileName: string;
  // Of the file and what its columns become.
  contentHash: string;
  status: ImportStatus;
  // Of the file; of which are done, so far, made into leads, refused.
  rows: number;
  done: number;
  created: number;
  refused: number;
  // By an undo: leads that are gone, leads that somebody had changed, customers that were put away.
  removed: number;
  kept: number;
  archivedCustomers: number;
  requestId: string;
  createdBy: string;
  createdAt: number;
  endedAt: number | null;
}

/** What became of a row of an import. */
export interface ImportedRecord {
  brandId: string;
  importId: string;
  // In the file.
  rowNumber: number;
  workItemId: string | null;
  customerId: string | null;
  isNewCustomer: boolean;
  // JSON: why it was refused.
  messages: string | null;
  undoneAs: 'removed' | 'kept' | null;
}

/** A request of the log. */
export interface RequestRecord {
  brandId: string;
  // The X-Request-Id, which begins with the time of the request.
  id: string;
  // Null for a member who signed in.
  keyId: string | null;
  memberId: string | null;
  method: string;
  // As the reference writes it; null where there is nothing.
  route: string | null;
  // Null where it is that of the route.
  path: string | null;
  status: number;
  durationMs: number;
  // JSON: what the answer gave as the reason.
  message: string | null;
  // Of a lead that was refused.
  body: string | null;
  // The work item that was made of it afterwards.
  rescuedAs: string | null;
}
