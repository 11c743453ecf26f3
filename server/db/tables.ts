// The row types of the tables. Lists of tags are JSON text.
import type { Language } from '#contract/account-lists.ts';
import type { Actor, EventType } from '#contract/event-lists.ts';
import type { NewJob } from '#core/job.ts';
import type {
  AddressRecord,
  ChannelRecord,
  CustomerMergeRecord,
  CustomerRecord,
  ImportedRecord,
  ImportRecord,
  IntakeFileRecord,
  IntakeRecord,
  NoteRecord,
  PhotoRecord,
  RequestRecord,
  WorkItemRecord,
} from '#core/records.ts';
import type { IdempotencyRecord } from '#core/leads/idempotency-record.ts';
import type {
  AttemptRecord,
  DeliveryRecord,
  EndpointRecord,
} from '#core/webhooks/webhook-records.ts';
import type {
  AccountLinkRow,
  AccountRow,
  FormerMemberRow,
  MemberRow,
  NotificationSettingsRow,
  PasskeyChallengeRow,
  PasskeyRow,
  PushSubscriptionRow,
  SessionRow,
} from './accounts/account-tables.ts';
import type { CustomerMailRow, PushKeysRow } from './notifications/notification-tables.ts';

export interface BrandRow {
  id: string;
  name: string;
  country: string;
  // Null for the default of the country.
  timeZone: string | null;
  // Null for the default of the country.
  language: Language | null;
  createdAt: number;
  // The live brand, for the row of a test side.
  testOf: string | null;
  // Records of a test side from before this time are being deleted.
  emptyBefore: number | null;
  // JSON; null for the default.
  workingHours: string | null;
  // How long a lead may wait for an answer; 0 for ever, null for the default.
  answerMinutes: number | null;
  // JSON: which mails customers get, and their texts; null for none.
  customerMails: string | null;
  // What the business does, in words for its customers.
  trade: string | null;
  // Such as #0b6e4f.
  colour: string | null;
}

export interface ApiKeyRow {
  brandId: string;
  id: string;
  name: string;
  // SHA-256 of the key; the key itself is shown once and never stored.
  keyHash: string;
  keyStart: string;
  scopes: string;
  // Whether personal data is redacted. SQLite has no booleans.
  isImpersonal: number | boolean;
  createdAt: number;
  createdBy: string | null;
  expiresAt: number | null;
  // A key that was never used expires then.
  unusedUntil: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
  // The key that this one replaces, which stays valid until its own expiry.
  rotatedFrom: string | null;
}

export interface LeadSubmissionRow {
  brandId: string;
  workItemId: string;
  // Verbatim.
  body: string;
  apiKeyId: string | null;
  requestId: string;
  receivedAt: number;
  // Of the form that the visitor saw.
  language: Language | null;
}

export interface EventRow {
  brandId: string;
  position: number;
  type: EventType;
  subjectId: string;
  actor: Actor;
  actorId: string | null;
  requestId: string | null;
  // JSON.
  changes: string | null;
  reason: string | null;
  createdAt: number;
}

export interface SearchRefreshRow {
  brandId: string;
  subject: 'customer' | 'address';
  subjectId: string;
  // The last work item that was indexed.
  afterCreatedAt: number;
  afterId: string;
}

export interface CalendarLinkRow {
  brandId: string;
  id: string;
  name: string;
  // SHA-256 of the token, which is shown once and never stored.
  tokenHash: string;
  memberId: string | null;
  // The API key that created it.
  keyId: string | null;
  createdAt: number;
  createdBy: string | null;
}

export interface ImportBatchRow {
  brandId: string;
  importId: string;
  number: number;
  // JSON: pending rows.
  entries: string;
}

/** A work item that was moved to another customer. */
interface FormerWorkItemRow {
  brandId: string;
  customerId: string;
  workItemId: string;
}

interface MergedWorkItemRow {
  brandId: string;
  mergeId: string;
  workItemId: string;
}

export interface AssetRow {
  brandId: string;
  id: string;
  // SHA-256 of the original picture.
  contentHash: string;
  contentType: string;
  sizeBytes: number;
  width: number;
  height: number;
  thumbnailBytes: number;
  createdAt: number;
  // Null until its files are stored.
  storedAt: number | null;
  // Marked for deletion: no photo references it, and its files are being removed.
  condemnedAt: number | null;
}

interface AssetTotalRow {
  brandId: string;
  bytes: number;
}

interface JobRow extends NewJob {
  // When `dueAt` was set; see replanJobs.
  plannedAt: number;
  leasedUntil: number | null;
  claims: number;
  failures: number;
}

interface RateWindowRow {
  subject: string;
  startedAt: number;
  taken: number;
}

export interface PostcodeRow {
  country: string;
  postcode: string;
  latitude: number;
  longitude: number;
}

interface MigrationRow {
  number: number;
  name: string;
  appliedAt: number;
}

// A counter that increases when a key or session stops working, or the clock is set back. All
// processes poll it.
interface RevisionRow {
  subject: 'apiKeys' | 'sessions' | 'clockSetBack';
  revision: number;
}

interface MailMessageRow {
  brandId: string;
  // SHA-256 of the Message-ID.
  messageKey: string;
  workItemId: string;
  createdAt: number;
}

/** A lead that went to a customer with another name, by the phone number. */
export interface DoubtfulLeadRow {
  brandId: string;
  workItemId: string;
  otherName: string;
  createdAt: number;
  settledAt: number | null;
}

interface DistinctCustomersRow {
  brandId: string;
  // The smaller id.
  oneId: string;
  otherId: string;
  createdAt: number;
}

export interface Tables {
  brands: BrandRow;
  apiKeys: ApiKeyRow;
  accounts: AccountRow;
  members: MemberRow;
  formerMembers: FormerMemberRow;
  sessions: SessionRow;
  accountLinks: AccountLinkRow;
  passkeys: PasskeyRow;
  passkeyChallenges: PasskeyChallengeRow;
  pushKeys: PushKeysRow;
  pushSubscriptions: PushSubscriptionRow;
  notificationSettings: NotificationSettingsRow;
  customerMails: CustomerMailRow;
  customers: Omit<CustomerRecord, 'tags' | 'isCompany'> & {
    tags: string | null;
    isCompany: number;
    // The version whose words are in the word index.
    indexedVersion: number;
  };
  imports: ImportRecord;
  importBatches: ImportBatchRow;
  importRows: Omit<ImportedRecord, 'isNewCustomer'> & { isNewCustomer: number };
  customerMerges: CustomerMergeRecord;
  mergedWorkItems: MergedWorkItemRow;
  formerWorkItems: FormerWorkItemRow;
  addresses: AddressRecord;
  workItems: Omit<WorkItemRecord, 'tags'> & { tags: string | null };
  workItemNotes: NoteRecord;
  photos: PhotoRecord;
  assets: AssetRow;
  assetTotals: AssetTotalRow;
  jobs: JobRow;
  rateWindows: RateWindowRow;
  leadSubmissions: LeadSubmissionRow;
  events: EventRow;
  eventsWaiting: Omit<EventRow, 'position'>;
  webhookEndpoints: EndpointRecord;
  webhookDeliveries: DeliveryRecord;
  webhookAttempts: AttemptRecord;
  idempotencyKeys: IdempotencyRecord;
  loggedRequests: RequestRecord;
  calendarLinks: CalendarLinkRow;
  searchRefreshes: SearchRefreshRow;
  postcodes: PostcodeRow;
  migrations: MigrationRow;
  revisions: RevisionRow;
  channels: ChannelRecord;
  intakes: IntakeRecord;
  intakeFiles: IntakeFileRecord;
  mailMessages: MailMessageRow;
  doubtfulLeads: DoubtfulLeadRow;
  distinctCustomers: DistinctCustomersRow;
}

export type TableName = keyof Tables;
