// What is sent through the outbox: notes, photos, changes of leads and jobs, and new leads.
import {
  type ErrorDetail,
  type LeadSubmission,
  ValidationError,
  VakwerkError,
  type WorkItem,
  type WorkItemPatch,
} from '../../../../sdk/src/index.ts';

export type Content =
  | { kind: 'note'; text: string }
  | PhotoContent
  | ChangeContent
  | { kind: 'lead'; lead: LeadSubmission };

interface PhotoContent {
  kind: 'photo';
  file: File;
  /** Before the first attempt: a retry must send the same bytes. */
  isShrunk?: boolean;
}

/** A move, a plan, an assignment, or finishing a job. */
export interface ChangeContent {
  kind: 'change';
  patch: WorkItemPatch;
  /** The record as it was shown when it was changed, or its form opened, to tell a conflict. */
  seen: object;
  /** The ETag of that record; null when it came from a list. */
  version: string | null;
  /** By a drag, a choice or a button: sent immediately, the newest act counts. */
  isDirect?: boolean;
}

export interface OutboxItem {
  /** Given by the database. */
  order: number;
  accountId: string;
  brandId: string;
  /** Null for a new lead. */
  workItemId: string | null;
  /** Of the lead or job; the customer's name for a new lead. */
  title: string;
  content: Content;
  /** The Idempotency-Key: a retry after a lost response adds nothing twice. */
  key: string;
  /** When it was sent for the first time, with an unknown outcome. */
  triedAt: number | null;
  /** Needs a decision of the member; also holds up later items of the same lead or job. */
  problem: Problem | null;
}

export type Problem =
  | { kind: 'conflict'; theirs: WorkItem; version: string }
  /** It may have arrived, too long ago for the service to recognise its key. */
  | { kind: 'uncertain' }
  | Refusal;

/** A `VakwerkError` as IndexedDB can store it. */
interface Refusal {
  kind: 'refused';
  status: number | null;
  code: string | null;
  details: ErrorDetail[];
  messages: string[];
  requestId: string | null;
}

export function refusalOf(error: unknown): Refusal {
  if (error instanceof VakwerkError) {
    const { status, code, details, messages, requestId } = error;
    return { kind: 'refused', status, code, details, messages, requestId };
  }
  const messages = [String((error as Error | null)?.message ?? error)];
  return { kind: 'refused', status: null, code: null, details: [], messages, requestId: null };
}

export function errorOf(refusal: Refusal): VakwerkError {
  const Kind = refusal.status === 400 ? ValidationError : VakwerkError;
  return new Kind(refusal.messages.join('; '), { ...refusal, isByField: true });
}

const textFields = ['completionNotes', 'hoursWorked', 'materials', 'signedBy', 'reason'] as const;
const chosenFields = new Set(['priority', 'source']);

/** The texts that were typed, by the API's field names. */
export function textsOf(content: Content): Record<string, string> {
  switch (content.kind) {
    case 'note':
      return { text: content.text };
    case 'photo':
      return {};
    case 'change':
      return textsIn(content.patch, (name) => (textFields as readonly string[]).includes(name));
    case 'lead':
      return textsIn(content.lead, (name) => !chosenFields.has(name));
  }
}

function textsIn(fields: object, isWanted: (name: string) => boolean): Record<string, string> {
  const entries = Object.entries(fields).filter(
    ([name, value]) => typeof value === 'string' && isWanted(name),
  );
  return Object.fromEntries(entries) as Record<string, string>;
}

export function withTexts(content: Content, texts: Record<string, string>): Content {
  switch (content.kind) {
    case 'note':
      return { kind: 'note', text: texts['text'] ?? content.text };
    case 'photo':
      return content;
    case 'change':
      return { ...content, patch: { ...content.patch, ...texts } };
    case 'lead':
      return { kind: 'lead', lead: { ...content.lead, ...texts } };
  }
}
