// Records as the interface describes them, written out by hand, so that a change of the contract's
// schemas does not go unnoticed.
import assert from 'node:assert/strict';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import { type FieldRule, fieldRules } from '#contract/field-rules.ts';
import { readErrorDetails } from '../../sdk/src/error-details.ts';

type Kind = 'string' | 'time' | 'number' | 'boolean' | 'strings' | 'record';
/** A kind, one with a question mark where null is allowed too, or a closed list. */
type FieldShape = Kind | `${Kind}?` | readonly string[];
type Shape = Record<string, FieldShape>;

export const leadStatuses = ['request', 'contacted', 'quote_sent', 'inspection', 'lost'];
export const jobStatuses = ['pending', 'scheduled', 'in_progress', 'completed', 'cancelled'];
export const priorities = ['low', 'medium', 'high', 'urgent'];
export const sources = ['web', 'phone', 'chat', 'referral', 'other', 'whatsapp', 'email', 'manual'];

export const workItemShape: Shape = {
  id: 'string',
  brandId: 'string',
  customerId: 'string',
  addressId: 'string?',
  title: 'string',
  description: 'string',
  status: [...leadStatuses, ...jobStatuses],
  priority: priorities,
  category: 'string?',
  customerSignature: 'string?',
  scheduledStart: 'time?',
  scheduledEnd: 'time?',
  actualStart: 'time?',
  actualEnd: 'time?',
  source: sources,
  receivedAt: 'time',
  customStatusId: 'string?',
  estimatedCost: 'number?',
  finalCost: 'number?',
  budgetQuote: 'string?',
  notes: 'string?',
  completionNotes: 'string?',
  hoursWorked: 'string?',
  materials: 'string?',
  signedBy: 'string?',
  tags: 'strings?',
  assigneeId: 'string?',
  followUpAt: 'time?',
  createdAt: 'time',
  updatedAt: 'time',
  createdBy: 'string?',
  updatedBy: 'string?',
  deletedAt: 'time?',
  archivedAt: 'time?',
};

const listedWorkItemShape: Shape = {
  ...workItemShape,
  customer: 'record',
  address: 'record?',
};

export const customerShape: Shape = {
  id: 'string',
  brandId: 'string',
  name: 'string',
  firstName: 'string',
  lastName: 'string',
  email: 'string',
  phone: 'string',
  secondaryPhone: 'string?',
  companyName: 'string',
  isCompany: 'boolean',
  status: ['active', 'archived'],
  addressId: 'string',
  notes: 'string?',
  tags: 'strings?',
  createdAt: 'time',
  updatedAt: 'time',
  createdBy: 'string?',
  updatedBy: 'string?',
  deletedAt: 'time?',
  archivedAt: 'time?',
};

export const addressShape: Shape = {
  id: 'string',
  brandId: 'string',
  country: 'string',
  stateProvince: 'string?',
  city: 'string',
  postalCode: 'string',
  street: 'string',
  streetNumber: 'string',
  streetNumberAddition: 'string',
  latitude: 'number',
  longitude: 'number',
  locationNotes: 'string?',
};

export const photoShape: Shape = {
  url: 'string',
  status: ['stored', 'failed', 'pending'],
  assetId: 'string?',
  contentType: 'string?',
  sizeBytes: 'number?',
  width: 'number?',
  height: 'number?',
  error: 'string?',
};

const timestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const isOfKind: Record<Kind, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  time: (value) => typeof value === 'string' && timestamp.test(value),
  number: (value) => Number.isFinite(value),
  boolean: (value) => typeof value === 'boolean',
  strings: (value) => Array.isArray(value) && value.every(isOfKind.string),
  record: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Exactly these fields, each of its kind. */
export function assertShape(record: Record<string, unknown>, shape: Shape): void {
  assert.deepEqual(Object.keys(record).sort(), Object.keys(shape).sort());
  for (const [name, field] of Object.entries(shape)) {
    assert.ok(isField(field, record[name]), `${name}: ${JSON.stringify(record[name])}`);
  }
}

function isField(field: FieldShape, value: unknown): boolean {
  if (typeof field !== 'string') return field.includes(value as string);
  const kind = field.replace('?', '') as Kind;
  return (value === null && field.endsWith('?')) || isOfKind[kind](value);
}

/** A lead or job of a list, with its related records; `photos` only where photo URLs were sent. */
export function assertListedShape(item: Record<string, unknown>): void {
  const { photos, ...rest } = item;
  assertShape(rest, listedWorkItemShape);
  assertShape(item['customer'] as Record<string, unknown>, customerShape);
  if (item['address']) assertShape(item['address'] as Record<string, unknown>, addressShape);
  for (const photo of (photos ?? []) as Record<string, unknown>[]) assertShape(photo, photoShape);
}

const statusTexts: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

interface AnyAnswer {
  status: number;
  headers: { get(name: string): string | null };
  body: unknown;
}

/** The status, the error body with exactly its three fields, and the request's id. */
export function assertError(answer: AnyAnswer, status: number, code?: ErrorCode): string[] {
  const { body } = answer as { body: { message: string | string[] } };
  assert.equal(answer.status, status, JSON.stringify(body));
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json\b/);
  assert.match(answer.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
  assertErrorCode(answer, code);
  const { message } = body;
  assert.deepEqual(body, { statusCode: status, message, error: statusTexts[status] });
  const messages = [message].flat();
  assert.ok(messages.length > 0);
  for (const one of messages) assert.ok(typeof one === 'string' && one !== '');
  return messages;
}

/** The `Error-Code` of an error, which must belong to its status. */
export function assertErrorCode(
  { status, headers }: Pick<AnyAnswer, 'status' | 'headers'>,
  expected?: ErrorCode,
): void {
  const code = headers.get('error-code');
  if (expected !== undefined) assert.equal(code, expected);
  assert.ok(code !== null && Object.hasOwn(errorCodes, code), `Error-Code: ${code}`);
  assert.equal(errorCodes[code as ErrorCode], status, code);
}

/** A refusal with exactly one message for each of these fields, in any order. */
export function assertRefused(answer: AnyAnswer, ...fields: string[]): void {
  const messages = assertError(answer, 400);
  assert.ok(Array.isArray((answer.body as { message: unknown }).message), 'message is no array');
  const details = readErrorDetails(answer.headers.get('error-details'));
  const named = messages.map((message) => message.split(' ')[0]);
  assert.deepEqual(
    details.map(({ field }) => field),
    named,
  );
  for (const { rule } of details) assert.ok(fieldRules.includes(rule as FieldRule), rule);
  assert.deepEqual(named.sort(), fields.sort(), JSON.stringify(messages));
}

/** 503 with Retry-After, and nothing about the inside. */
export function assertUnavailable(answer: AnyAnswer): void {
  const messages = assertError(answer, 503);
  assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.doesNotMatch(messages.join(), /disk|space|file|sql|lock|busy|queue|thread/i);
}
