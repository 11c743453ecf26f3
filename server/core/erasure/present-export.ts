// What is kept of a person, as they get to see it.
import type { ExportedWorkItem, SentEvent, WaitingRow } from '#contract/customer-export.ts';
import { presentHistoryEntry, type NumberedEvent } from '../present-event.ts';
import { presentAddress, presentPhoto, presentWorkItem } from '../present.ts';
import type { AddressRecord, ImportRecord, PhotoRecord, WorkItemRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';

interface Submission {
  body: string;
  requestId: string;
  receivedAt: number;
}

interface RememberedAnswer {
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
  /** The start of each. */
  answers: readonly string[];
}

interface KeptOfItem {
  address: AddressRecord | null;
  formerAddresses: readonly AddressRecord[];
  photos: readonly PhotoRecord[];
  submission: Submission | null;
  answers: readonly RememberedAnswer[];
  events: readonly NumberedEvent[];
  deliveries: readonly Delivery[];
}

export function presentExportedItem(item: WorkItemRecord, kept: KeptOfItem): ExportedWorkItem {
  const { address, formerAddresses, photos, submission, answers, events, deliveries } = kept;
  return {
    ...presentWorkItem(item, []),
    address: address && presentAddress(address),
    formerAddresses: formerAddresses.map(presentAddress),
    photos: photos.map((photo) => ({
      ...presentPhoto(photo),
      link: photo.assetId && `/v1/api/assets/${photo.assetId}`,
    })),
    submission: submission && {
      receivedAt: timestamp(submission.receivedAt),
      requestId: submission.requestId,
      body: submission.body,
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
