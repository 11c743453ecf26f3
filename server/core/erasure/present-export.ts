// The export of a person's data (a subject access request).
import type { Language } from '#contract/account-lists.ts';
import type { ExportedWorkItem, SentEvent, WaitingRow } from '#contract/customer-export.ts';
import { presentHistoryEntry, type NumberedEvent } from '../present-event.ts';
import { presentAddress, presentPhoto, presentWorkItem } from '../present.ts';
import type {
  AddressRecord,
  ImportRecord,
  NoteRecord,
  PhotoRecord,
  WorkItemRecord,
} from '../records.ts';
import { presentNote } from '../work-items/notes.ts';
import { timestamp } from '../timestamp.ts';

interface Submission {
  body: string;
  requestId: string;
  receivedAt: number;
  language: Language | null;
}

interface IdempotencyRecord {
  idempotencyKey: string;
  route: string;
  expiresAt: number;
  responseBody: string;
}

interface Delivery {
  id: string;
  endpointId: string;
  createdAt: number;
  /** JSON. */
  payload: string;
  /** The start of each response body. */
  answers: readonly string[];
}

interface ItemData {
  address: AddressRecord | null;
  formerAddresses: readonly AddressRecord[];
  photos: readonly PhotoRecord[];
  notes: readonly NoteRecord[];
  names: ReadonlyMap<string, string>;
  submission: Submission | null;
  answers: readonly IdempotencyRecord[];
  events: readonly NumberedEvent[];
  deliveries: readonly Delivery[];
}

export function presentExportedItem(item: WorkItemRecord, data: ItemData): ExportedWorkItem {
  const { address, formerAddresses, photos, submission, answers, events, deliveries } = data;
  const { notes, names } = data;
  return {
    ...presentWorkItem(item, []),
    address: address && presentAddress(address),
    formerAddresses: formerAddresses.map(presentAddress),
    photos: photos.map((photo) => ({
      ...presentPhoto(photo),
      link: photo.assetId && `/v1/api/assets/${photo.assetId}`,
    })),
    noteEntries: notes.map((entry) => presentNote({ text: entry.text, entry }, names)),
    submission: submission && {
      receivedAt: timestamp(submission.receivedAt),
      requestId: submission.requestId,
      body: submission.body,
      language: submission.language,
    },
    idempotencyAnswers: answers.map(({ idempotencyKey, route, expiresAt, responseBody }) => ({
      idempotencyKey,
      route,
      expiresAt: timestamp(expiresAt),
      body: responseBody,
    })),
    history: events.map(presentHistoryEntry),
    webhookDeliveries: deliveries.map(presentSentEvent),
  };
}

export function presentSentEvent(delivery: Delivery): SentEvent {
  const { id, endpointId, createdAt, payload, answers } = delivery;
  return {
    id,
    webhookId: endpointId,
    createdAt: timestamp(createdAt),
    payload: JSON.parse(payload) as object,
    answers: [...answers],
  };
}

export function presentWaitingRow(
  { row, raw }: { row: number; raw: string },
  { id: importId, createdAt, requestId }: ImportRecord,
): WaitingRow {
  return { importId, row, receivedAt: timestamp(createdAt), requestId, body: raw };
}
