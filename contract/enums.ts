// The closed lists as named schemas: clients get a type for each of them.
import { actors, eventTypes } from './event-lists.ts';
import { oneOf } from './field-types.ts';
import { bodyEncodings, heldReasons, intakeSources, intakeStates } from './intake-lists.ts';
import { matches } from './lead-batch-lists.ts';
import { photoErrors, photoStatuses } from './photo-lists.ts';
import { scopes } from './scopes.ts';
import {
  deliveryErrors,
  deliveryStatuses,
  settableWebhookStates,
  webhookDisabledReasons,
  webhookStates,
} from './webhook-lists.ts';
import { jobStatuses, leadStatuses, priorities, sources, statuses } from './work-item-lists.ts';

const named = <const V extends readonly string[]>($id: string, values: V, description: string) =>
  oneOf(values, description, { $id });

// Each field, then the same with a minus.
const sortableBy = <const F extends readonly string[]>(fields: F) =>
  fields.flatMap((field: F[number]) => [field, `-${field}` as const]);

const workItemSortFields = [
  'createdAt',
  'updatedAt',
  'receivedAt',
  'scheduledStart',
  'priority',
  'urgency',
] as const;
const customerSortFields = ['createdAt', 'updatedAt'] as const;
const addressSortFields = ['createdAt'] as const;

export const LeadStatus = named('LeadStatus', leadStatuses, 'Status of a lead');
export const JobStatus = named('JobStatus', jobStatuses, 'Status of a job');
export const WorkItemStatus = named('WorkItemStatus', statuses, 'Status of a lead or job');
export const NewJobStatus = named(
  'NewJobStatus',
  ['pending', 'scheduled'],
  'Status that a job can be created with',
);
export const Priority = named('Priority', priorities, 'How urgent it is');
export const Source = named('Source', sources, 'How a lead came in');
export const CustomerMatch = named(
  'CustomerMatch',
  matches,
  'How the customer of a lead was found',
);
export const CustomerStatus = named(
  'CustomerStatus',
  ['active', 'archived'],
  'Archived customers are not matched with new leads',
);
export const ErasureStatus = named('ErasureStatus', ['erasing'], 'State of an erasure');
export const EraseConfirmation = named('EraseConfirmation', ['true'], 'Confirms an erasure');

export const PhotoStatus = named('PhotoStatus', photoStatuses, 'State of a download');
export const PhotoError = named('PhotoError', photoErrors, 'Why a photo failed');
export const PictureSize = named('PictureSize', ['thumbnail'], 'Another size of a picture');

export const EventType = named('EventType', eventTypes, 'What happened');
export const Actor = named('Actor', actors, 'Kind of author');
export const WebhookMessageType = named(
  'WebhookMessageType',
  [...eventTypes, 'ping'],
  'What a webhook is sent: an event, or a ping',
);
export const WebhookState = named('WebhookState', webhookStates, 'Whether events are sent');
export const SettableWebhookState = named(
  'SettableWebhookState',
  settableWebhookStates,
  'State that a caller can set',
);
export const WebhookDisabledReason = named(
  'WebhookDisabledReason',
  webhookDisabledReasons,
  'Why a webhook was disabled',
);
export const DeliveryStatus = named('DeliveryStatus', deliveryStatuses, 'State of a delivery');
export const DeliveryError = named('DeliveryError', deliveryErrors, 'Why an attempt failed');

export const IntakeSource = named('IntakeSource', intakeSources, 'How an intake came in');
export const IntakeState = named('IntakeState', intakeStates, 'What became of an intake');
export const BodyEncoding = named('BodyEncoding', bodyEncodings, 'How a body is written');
export const HeldReason = named('HeldReason', heldReasons, 'Why an intake is held');

export const Scope = named('Scope', scopes, 'A permission of a key');
export const RequestMethod = named(
  'RequestMethod',
  ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
  'An HTTP method',
);

export const ArchivedFilter = named(
  'ArchivedFilter',
  ['exclude', 'include', 'only'],
  'Whether archived records are listed',
);
export const WorkItemSort = named(
  'WorkItemSort',
  sortableBy(workItemSortFields),
  'Order of a list',
);
export const CustomerSort = named(
  'CustomerSort',
  sortableBy(customerSortFields),
  'Order of a list',
);
export const AddressSort = named('AddressSort', sortableBy(addressSortFields), 'Order of a list');
