// Example records. The contract types them, and the OpenAPI linter checks them again.
import type { Address } from '#contract/address.ts';
import type { Customer } from '#contract/customer.ts';
import type { Event } from '#contract/event.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { Photo } from '#contract/photo.ts';
import type { ListedWorkItem, WorkItem } from '#contract/work-item.ts';

const brandId = '019a2b6e-1d40-7f52-8c11-5a0e7d3b9f24';
const customerId = '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a70';
const addressId = '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a71';
const madeAt = '2026-11-15T09:30:00.000Z';

const audit = {
  createdAt: madeAt,
  updatedAt: madeAt,
  createdBy: null,
  updatedBy: null,
  deletedAt: null,
  archivedAt: null,
};

export const smallestLead: LeadSubmission = {
  customerName: 'Jan Jansen',
  title: 'Leaking kitchen tap',
};

export const completeLead: LeadSubmission = {
  customerName: 'Jan Jansen',
  title: 'Leaking kitchen tap',
  street: 'Oudegracht',
  streetNumber: '12',
  streetNumberAddition: 'A',
  postalCode: '3511 LN',
  city: 'Utrecht',
  country: 'NL',
  firstName: 'Jan',
  lastName: 'Jansen',
  email: 'jan@example.com',
  phone: '+31 6 12345678',
  description: 'It has been dripping for a week.',
  category: 'plumbing',
  priority: 'high',
  budgetQuote: '€ 100 – 250',
  notes: 'Please call after five.',
  photoUrls: ['https://example.com/tap.jpg'],
};

export const exampleCustomer: Customer = {
  id: customerId,
  brandId,
  name: 'Jan Jansen',
  firstName: 'Jan',
  lastName: 'Jansen',
  email: 'jan@example.com',
  phone: '+31 6 12345678',
  secondaryPhone: null,
  companyName: '',
  isCompany: false,
  status: 'active',
  addressId,
  notes: null,
  tags: null,
  ...audit,
};

export const exampleAddress: Address = {
  id: addressId,
  brandId,
  country: 'NL',
  stateProvince: null,
  city: 'Utrecht',
  postalCode: '3511 LN',
  street: 'Oudegracht',
  streetNumber: '12',
  streetNumberAddition: 'A',
  latitude: 52.0908,
  longitude: 5.1222,
  locationNotes: null,
};

export const storedPhoto: Photo = {
  url: 'https://example.com/tap.jpg',
  status: 'stored',
  assetId: '019a85c2-7a04-7d19-8e35-0c6b1f2a9d48',
  contentType: 'image/jpeg',
  sizeBytes: 482_113,
  width: 2560,
  height: 1920,
  error: null,
};

export const failedPhoto: Photo = {
  url: 'https://example.com/sink.jpg',
  status: 'failed',
  assetId: null,
  contentType: null,
  sizeBytes: null,
  width: null,
  height: null,
  error: 'http_status',
};

export const newLead: WorkItem = {
  id: '019a85c2-6f1e-7c3a-9b0e-3f1d2c4b5a69',
  brandId,
  customerId,
  addressId,
  title: 'Leaking kitchen tap',
  description: 'It has been dripping for a week.',
  status: 'request',
  priority: 'high',
  category: 'plumbing',
  customerSignature: null,
  scheduledStart: null,
  scheduledEnd: null,
  actualStart: null,
  actualEnd: null,
  source: 'web',
  receivedAt: madeAt,
  customStatusId: null,
  estimatedCost: null,
  finalCost: null,
  budgetQuote: '€ 100 – 250',
  notes: 'Please call after five.',
  completionNotes: null,
  hoursWorked: null,
  materials: null,
  signedBy: null,
  tags: null,
  assigneeId: null,
  followUpAt: null,
  ...audit,
  photos: [storedPhoto],
};

export const newLeadWithoutAddress: WorkItem = {
  ...withoutPhotos(newLead),
  addressId: null,
  description: '',
  priority: 'medium',
  category: null,
  budgetQuote: null,
  notes: null,
};

export const plannedJob: WorkItem = {
  ...withoutPhotos(newLead),
  status: 'scheduled',
  scheduledStart: '2026-11-18T08:00:00.000Z',
  scheduledEnd: '2026-11-18T09:30:00.000Z',
  estimatedCost: 18_500,
  tags: ['kitchen'],
  updatedAt: '2026-11-15T13:05:00.000Z',
};

export const createdEvent: Event = {
  id: '1042',
  type: 'lead.created',
  brandId,
  subjectId: newLead.id,
  changes: null,
  reason: null,
  actor: 'key',
  actorId: '019a2b6e-20f7-7c03-a9d1-6b3f0e4c8d15',
  requestId: '019a85c2-6f1d-7b10-8a43-5e2c9f7d1b06',
  createdAt: madeAt,
  data: listed(newLead),
};

export function listed(item: WorkItem): ListedWorkItem {
  return { ...item, customer: exampleCustomer, address: exampleAddress };
}

function withoutPhotos({ photos: _photos, ...item }: WorkItem): WorkItem {
  return item;
}
