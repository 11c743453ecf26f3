// The tables as the queries see them. Lists of words are JSON text in the column.
import type { Scope } from '#contract/scopes.ts';
import type { NewJob } from '#core/job.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from '#core/records.ts';

export interface BrandRow {
  id: string;
  name: string;
  country: string;
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

export interface SearchRefreshRow {
  brandId: string;
  customerId: string;
  // The work item that was done last.
  afterCreatedAt: number;
  afterId: string;
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

// One row that changes whenever a key stops working, so that every process notices.
interface RevisionRow {
  subject: 'apiKeys' | 'clockSetBack';
  revision: number;
}

export interface Tables {
  brands: BrandRow;
  apiKeys: ApiKeyRow;
  customers: Omit<CustomerRecord, 'tags' | 'isCompany'> & {
    tags: string | null;
    isCompany: number;
  };
  addresses: AddressRecord;
  workItems: Omit<WorkItemRecord, 'tags'> & { tags: string | null };
  photos: PhotoRecord;
  assets: AssetRow;
  jobs: JobRow;
  rateWindows: RateWindowRow;
  leadSubmissions: LeadSubmissionRow;
  idempotencyKeys: IdempotencyRow;
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
