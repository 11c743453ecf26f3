// The stored records. Times are milliseconds since 1970, absent values are null.
import type { Language } from '#contract/account-lists.ts';
import type { Actor } from '#contract/event-lists.ts';
import type {
  ChannelType,
  HeldReason,
  IntakeSource,
  IntakeState,
  MailboxError,
} from '#contract/intake-lists.ts';
import type { ImportMakes } from '#contract/new-import.ts';
import type { Photo } from '#contract/photo.ts';
import type { Phase, Source, Status } from '#contract/work-item-lists.ts';

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
  // What was sent and the customer does not have: names, e-mail address, phone number; one per line.
  otherContact: string | null;
  completionNotes: string | null;
  // For the work report.
  hoursWorked: string | null;
  materials: string | null;
  signedBy: string | null;
  tags: string[] | null;
  // A member, or one who has left.
  assigneeId: string | null;
  followUpAt: number | null;
  // Null when no photoUrls were sent, 0 for an empty list.
  photoCount: number | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
  deletedAt: number | null;
  archivedAt: number | null;
}

/** Who added which part of a work item's notes. */
export interface NoteRecord {
  brandId: string;
  id: string;
  workItemId: string;
  text: string;
  actor: Actor;
  actorId: string | null;
  createdAt: number;
  editedAt: number | null;
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
  // Also set by a merge into another customer.
  deletedAt: number | null;
  archivedAt: number | null;
  // The customer it was merged into.
  mergedInto: string | null;
}

/** `given`: entered by a caller. The others name the level at which the address was geocoded. */
export type Precision = 'given' | 'postcode' | 'city' | 'country';

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
  // JSON: the changed fields of the kept customer, before and after.
  changes: string;
  createdAt: number;
  undoneAt: number | null;
}

export interface ImportRecord {
  brandId: string;
  id: string;
  fileName: string;
  makes: ImportMakes;
  // Covers the file and the mapping of its columns.
  contentHash: string;
  status: 'running' | 'done' | 'undoing' | 'undone' | 'failed';
  // Counts of rows: in the file, processed, turned into leads or new customers, refused.
  rows: number;
  done: number;
  created: number;
  refused: number;
  // Counts of an undo: leads removed, leads kept because they had been changed, customers archived.
  removed: number;
  kept: number;
  archivedCustomers: number;
  requestId: string;
  createdBy: string;
  createdAt: number;
  endedAt: number | null;
}

/** The outcome of one row of an import. */
export interface ImportedRecord {
  brandId: string;
  importId: string;
  rowNumber: number;
  workItemId: string | null;
  customerId: string | null;
  isNewCustomer: boolean;
  // JSON: the reasons for refusing it.
  messages: string | null;
  undoneAs: 'removed' | 'kept' | null;
}

/** An entry of the request log. */
export interface RequestRecord {
  brandId: string;
  // The X-Request-Id, which begins with the time of the request.
  id: string;
  // Null for a signed-in member.
  keyId: string | null;
  memberId: string | null;
  method: string;
  // The path template of the API reference; null for an unknown path.
  route: string | null;
  // Null when it equals the route.
  path: string | null;
  status: number;
  durationMs: number;
  // JSON: the message of the error response.
  message: string | null;
  // Stored for refused leads only.
  body: string | null;
  // The work item created from it later.
  rescuedAs: string | null;
}

export interface ChannelRecord {
  brandId: string;
  id: string;
  version: number;
  type: ChannelType;
  name: string;
  // The id of a form, the secret of a hook's URL, or the local part of a mail address.
  address: string;
  // JSON: ChannelSettings.
  settings: string;
  // With its password.
  mailboxUrl: string | null;
  // Why the mailbox could not be read the last time.
  mailboxError: MailboxError | null;
  // Its UIDVALIDITY, and the UID of the first mail that came after it was set.
  mailboxMark: string | null;
  // When it is polled next; also the lease of the server that polls it.
  mailboxDueAt: number | null;
  // Held intakes that were deleted because there were too many.
  dropped: number;
  createdAt: number;
  createdBy: string | null;
  // Its intakes stay.
  deletedAt: number | null;
}

export interface IntakeRecord {
  brandId: string;
  // Begins with the time it came in.
  id: string;
  channelId: string | null;
  source: IntakeSource;
  state: Exclude<IntakeState, 'discarded'>;
  reason: HeldReason | null;
  // JSON: a LoggedError.
  refusal: string | null;
  // JSON: the fields of a lead that were found, before they are checked.
  lead: string | null;
  // JSON: what was read from the body. Null when that is the lead itself, or unreadable.
  sent: string | null;
  contentType: string | null;
  // As it came. Null for a form with files.
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
  fileCount: number;
  workItemId: string | null;
  // The same for a repeated post.
  onceKey: string | null;
  // One visitor of a form, who may correct a refused post.
  visit: string | null;
  // Of the form that the visitor saw.
  language: Language | null;
  receivedAt: number;
  // Discarded from its state.
  discardedAt: number | null;
  // The member who accepted or discarded it.
  decidedBy: string | null;
}

/** A picture that came with an intake. */
export interface IntakeFileRecord {
  brandId: string;
  intakeId: string;
  position: number;
  name: string;
  contentType: string;
  sizeBytes: number;
  // Base64.
  bytes: string;
}
