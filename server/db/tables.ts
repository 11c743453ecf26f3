// The tables as the queries see them. Lists of words are JSON text in the column.
import type { Language } from '#contract/account-lists.ts';
import type { Actor, EventType } from '#contract/event-lists.ts';
import type { ImportStatus } from '#contract/import-lists.ts';
import type { Scope } from '#contract/scopes.ts';
import type {
  DeliveryError,
  DeliveryStatus,
  WebhookDisabledReason,
  WebhookState,
} from '#contract/webhook-lists.ts';
import type { NewJob } from '#core/job.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '#core/records.ts';
import type {
  AccountLinkRow,
  AccountRow,
  MemberRow,
  PasskeyChallengeRow,
  PasskeyRow,
  SessionRow,
} from './account-tables.ts';

export interface BrandRow {
  id: string;
  name: string;
  country: string;
  // Null for that of its country.
  timeZone: string | null;
  // The same.
  language: Language | null;
  createdAt: number;
}

export interface ApiKeyRow {
  brandId: string;
  id: string;
  name: string;
  // SHA-256 of the key; the key itself is shown once and never stored.
  keyHash: string;
  keyStart: string;
  scopes: string;
  createdAt: number;
  createdBy: string | null;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
  // The key that this one replaces, which goes on working until its own expiry.
  rotatedFrom: string | null;
}

export interface IdempotencyRow {
  brandId: string;
  route: string;
  idempotencyKey: string;
  bodyHash: string;
  responseStatus: number;
  responseBody: string;
  workItemId: string;
  expiresAt: number;
}

export interface LeadSubmissionRow {
  brandId: string;
  workItemId: string;
  // The body exactly as it was received.
  body: string;
  apiKeyId: string | null;
  requestId: string;
  receivedAt: number;
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

export interface WebhookEndpointRow {
  brandId: string;
  id: string;
  version: number;
  url: string;
  description: string | null;
  // JSON; null for all.
  eventTypes: string | null;
  secret: string;
  // Signed with as well until that time.
  previousSecret: string | null;
  previousSecretUntil: number | null;
  state: WebhookState;
  disabledReason: WebhookDisabledReason | null;
  // The first try of every event up to here has been made.
  afterPosition: number;
  failingSince: number | null;
  lastFailedAt: number | null;
  createdAt: number;
  updatedAt: number;
  createdBy: string | null;
  updatedBy: string | null;
}

export interface WebhookDeliveryRow {
  brandId: string;
  id: string;
  endpointId: string;
  // Null for a test ping.
  eventPosition: number | null;
  eventType: EventType | 'ping';
  subjectId: string | null;
  // The body, as it is sent each time.
  payload: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number | null;
  createdAt: number;
  endedAt: number | null;
}

export interface WebhookAttemptRow {
  brandId: string;
  deliveryId: string;
  number: number;
  url: string;
  signature: string;
  attemptedAt: number;
  durationMs: number;
  responseStatus: number | null;
  responseStart: string | null;
  error: DeliveryError | null;
}

export interface SearchRefreshRow {
  brandId: string;
  customerId: string;
  // The work item that was done last.
  afterCreatedAt: number;
  afterId: string;
}

export interface LoggedRequestRow {
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

export interface CalendarLinkRow {
  brandId: string;
  id: string;
  name: string;
  // SHA-256 of the token, which is shown once and never stored.
  tokenHash: string;
  memberId: string | null;
  createdAt: number;
  createdBy: string | null;
}

export interface ImportRow {
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

export interface ImportBatchRow {
  brandId: string;
  importId: string;
  number: number;
  // JSON: rows that wait.
  entries: string;
}

export interface ImportedRow {
  brandId: string;
  importId: string;
  // In the file.
  rowNumber: number;
  workItemId: string | null;
  customerId: string | null;
  isNewCustomer: number;
  // JSON: why it was refused.
  messages: string | null;
  undoneAs: 'removed' | 'kept' | null;
}

export interface CustomerMergeRow {
  brandId: string;
  id: string;
  keptId: string;
  mergedId: string;
  // JSON: the fields that the kept customer got by it, each as it was and as it became.
  changes: string;
  createdAt: number;
  undoneAt: number | null;
}

interface MergedWorkItemRow {
  brandId: string;
  mergeId: string;
  workItemId: string;
}

export interface AssetRow {
  brandId: string;
  id: string;
  // SHA-256 of the picture as it was received.
  contentHash: string;
  contentType: string;
  sizeBytes: number;
  width: number;
  height: number;
  thumbnailBytes: number;
  createdAt: number;
  // Null until its files are there.
  storedAt: number | null;
  // Set before its files are removed; nobody refers to it any more.
  condemnedAt: number | null;
}

interface JobRow extends NewJob {
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

// A row that changes whenever a key or a session stops working, so that every process notices.
interface RevisionRow {
  subject: 'apiKeys' | 'sessions' | 'clockSetBack';
  revision: number;
}

export interface Tables {
  brands: BrandRow;
  apiKeys: ApiKeyRow;
  accounts: AccountRow;
  members: MemberRow;
  sessions: SessionRow;
  accountLinks: AccountLinkRow;
  passkeys: PasskeyRow;
  passkeyChallenges: PasskeyChallengeRow;
  customers: Omit<CustomerRecord, 'tags' | 'isCompany'> & {
    tags: string | null;
    isCompany: number;
    // The version whose words are in the word index.
    indexedVersion: number;
  };
  imports: ImportRow;
  importBatches: ImportBatchRow;
  importRows: ImportedRow;
  customerMerges: CustomerMergeRow;
  mergedWorkItems: MergedWorkItemRow;
  addresses: AddressRecord;
  workItems: Omit<WorkItemRecord, 'tags'> & { tags: string | null };
  photos: PhotoRecord;
  assets: AssetRow;
  jobs: JobRow;
  rateWindows: RateWindowRow;
  leadSubmissions: LeadSubmissionRow;
  events: EventRow;
  eventsWaiting: Omit<EventRow, 'position'>;
  webhookEndpoints: WebhookEndpointRow;
  webhookDeliveries: WebhookDeliveryRow;
  webhookAttempts: WebhookAttemptRow;
  idempotencyKeys: IdempotencyRow;
  loggedRequests: LoggedRequestRow;
  calendarLinks: CalendarLinkRow;
  searchRefreshes: SearchRefreshRow;
  postcodes: PostcodeRow;
  migrations: MigrationRow;
  revisions: RevisionRow;
}

export type TableName = keyof Tables;

export function scopesToText(scopes: readonly Scope[]): string {
  return scopes.join(' ');
}

export function scopesFromText(text: string): Scope[] {
  return text.split(' ') as Scope[];
}
