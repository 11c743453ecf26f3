// The records that a lead creates.
import type { Language } from '#contract/account-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import { photoUrlLengthMax } from '#contract/limits.ts';
import { priorities } from '#contract/work-item-lists.ts';
import { cityKeyOf, postalCodeKeyOf } from '../addresses/address-keys.ts';
import type { KnownCustomer } from '../customers/customer-directory.ts';
import { emailKeyOf, phoneKeyOf } from '../customers/match-keys.ts';
import type { GeoPoint } from '../addresses/geocode.ts';
import { readPhotoUrl } from '../photos/photo-url.ts';
import { type UploadedFile, uploadUrl } from '../photos/upload-url.ts';
import { isLongerThan } from '../reading/clean-text.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '../records.ts';

export interface LeadIntake {
  brandId: string;
  brandCountry: string;
  brandLanguage: Language;
  customerId: string;
  addressId: string;
  workItemId: string;
  receivedAt: number;
  // Set when it came in earlier: it was held, or waited in a mailbox.
  arrivedAt?: number | undefined;
  // The member who entered it; null for a key.
  createdBy: string | null;
  lead: LeadSubmission;
  // Null for a lead without an address.
  location: GeoPoint | null;
  // Set when the request names the customer.
  customer?: KnownCustomer;
  // Pictures that came with it.
  files?: readonly UploadedFile[] | undefined;
}

export function newCustomer(intake: LeadIntake, address: AddressRecord | null): CustomerRecord {
  const { lead } = intake;
  return {
    brandId: intake.brandId,
    id: intake.customerId,
    version: 1,
    name: lead.customerName,
    firstName: lead.firstName ?? '',
    lastName: lead.lastName ?? '',
    email: lead.email ?? '',
    phone: lead.phone ?? '',
    emailKey: emailKeyOf(lead.email),
    phoneKey: phoneKeyOf(lead.phone),
    secondaryPhone: null,
    companyName: lead.companyName ?? '',
    isCompany: lead.companyName !== undefined,
    addressId: address?.id ?? null,
    notes: null,
    tags: null,
    createdAt: intake.receivedAt,
    updatedAt: intake.receivedAt,
    createdBy: intake.createdBy,
    updatedBy: intake.createdBy,
    deletedAt: null,
    archivedAt: null,
    mergedInto: null,
  };
}

export function newAddress(intake: LeadIntake, location: GeoPoint): AddressRecord {
  const { lead } = intake;
  return {
    brandId: intake.brandId,
    id: intake.addressId,
    version: 1,
    country: lead.country ?? intake.brandCountry,
    stateProvince: null,
    city: lead.city ?? '',
    postalCode: lead.postalCode ?? '',
    street: lead.street ?? '',
    streetNumber: lead.streetNumber ?? '',
    streetNumberAddition: lead.streetNumberAddition ?? '',
    latitude: location.latitude,
    longitude: location.longitude,
    precision: location.precision,
    locationNotes: null,
    cityKey: cityKeyOf(lead.city ?? ''),
    postalCodeKey: postalCodeKeyOf(lead.postalCode ?? ''),
    createdAt: intake.receivedAt,
  };
}

interface LeadParts {
  customerId: string;
  address: AddressRecord | null;
  remarks: string[];
  otherContact: string | null;
}

export function newLead(
  intake: LeadIntake,
  { customerId, address, remarks, otherContact }: LeadParts,
): WorkItemRecord {
  const { lead, receivedAt, arrivedAt = receivedAt } = intake;
  return {
    brandId: intake.brandId,
    id: intake.workItemId,
    version: 1,
    customerId,
    addressId: address?.id ?? null,
    title: lead.title,
    description: lead.description ?? '',
    phase: 'lead',
    status: 'request',
    priorityRank: priorities.indexOf(lead.priority ?? 'medium'),
    category: lead.category ?? null,
    customerSignature: null,
    scheduledStart: null,
    scheduledEnd: null,
    actualStart: null,
    actualEnd: null,
    source: lead.source ?? 'web',
    receivedAt: arrivedAt,
    customStatusId: null,
    estimatedCost: null,
    finalCost: null,
    budgetQuote: lead.budgetQuote ?? null,
    notes: notesOf(lead.notes, remarks),
    otherContact,
    completionNotes: null,
    hoursWorked: null,
    materials: null,
    signedBy: null,
    tags: lead.tags ?? null,
    assigneeId: lead.assigneeId ?? null,
    followUpAt: lead.followUpAt === undefined ? null : Date.parse(lead.followUpAt),
    photoCount: photoCountOf(intake),
    createdAt: receivedAt,
    updatedAt: receivedAt,
    createdBy: intake.createdBy,
    updatedBy: intake.createdBy,
    deletedAt: null,
    archivedAt: null,
  };
}

function notesOf(submitted: string | undefined, remarks: string[]): string | null {
  const paragraphs = [...(submitted === undefined ? [] : [submitted]), remarks.join(' ')];
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n') || null;
}

function photoCountOf({ lead, files = [] }: LeadIntake): number | null {
  if (lead.photoUrls === undefined && files.length === 0) return null;
  return (lead.photoUrls?.length ?? 0) + files.length;
}

export function newPhotos({ brandId, workItemId, lead, files = [] }: LeadIntake): PhotoRecord[] {
  const downloaded = (lead.photoUrls ?? []).map((url) => ({ url, ...initialStatusOf(url) }));
  const uploaded = files.map((file) => ({ url: uploadUrl(file), ...pending }));
  return [...downloaded, ...uploaded].map((photo, position) => ({
    brandId,
    workItemId,
    position,
    ...photo,
    assetId: null,
    contentType: null,
    sizeBytes: null,
    width: null,
    height: null,
  }));
}

const pending: Pick<PhotoRecord, 'status' | 'error'> = { status: 'pending', error: null };

// An invalid URL fails immediately, without a job.
export function initialStatusOf(url: string): Pick<PhotoRecord, 'status' | 'error'> {
  const isTooLong = isLongerThan(url, photoUrlLengthMax);
  const reading = isTooLong ? { error: 'invalid_url' as const } : readPhotoUrl(url);
  return 'error' in reading ? { status: 'failed', error: reading.error } : pending;
}
