// The records as the rules see them: times are milliseconds since 1970, absent values are null.
import type { Photo } from '#contract/photo.ts';
import type { Phase, Source, Status } from '#contract/work-item-lists.ts';
import type { Precision } from './geocode.ts';

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
