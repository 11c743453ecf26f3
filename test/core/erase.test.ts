// No field of an erased record keeps personal data. A new field must be filled in here too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  erasedAddress,
  erasedChanges,
  erasedCustomer,
  erasedWorkItem,
} from '#core/erasure/erase.ts';
import { systemAuthor } from '#core/author.ts';
import { personOf } from '#core/customers/person.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '#core/records.ts';

const now = 2_000;
const canary = 'Canary Bird';
const ids = { brandId: 'brand', id: 'record', version: 7 };

const customer: CustomerRecord = {
  ...ids,
  name: canary,
  firstName: canary,
  lastName: canary,
  email: canary,
  phone: canary,
  emailKey: canary,
  phoneKey: canary,
  secondaryPhone: canary,
  companyName: canary,
  isCompany: true,
  addressId: 'address',
  notes: canary,
  tags: [canary],
  createdAt: 1_000,
  updatedAt: 1_000,
  createdBy: null,
  updatedBy: null,
  deletedAt: null,
  archivedAt: null,
  mergedInto: null,
};

const item: WorkItemRecord = {
  ...ids,
  customerId: 'customer',
  addressId: 'address',
  title: canary,
  description: canary,
  phase: 'job',
  status: 'completed',
  priorityRank: 2,
  category: canary,
  customerSignature: canary,
  scheduledStart: 1,
  scheduledEnd: 2,
  actualStart: 3,
  actualEnd: 4,
  source: 'phone',
  receivedAt: 5,
  customStatusId: null,
  estimatedCost: 6,
  finalCost: 7,
  budgetQuote: canary,
  notes: canary,
  completionNotes: canary,
  hoursWorked: canary,
  materials: canary,
  signedBy: canary,
  tags: [canary, 'urgent'],
  assigneeId: '019a2b6e-1c44-7d0a-8f2e-9b1c3d5e7f60',
  followUpAt: 5,
  photoCount: 2,
  otherContact: canary,
  createdAt: 1_000,
  updatedAt: 1_000,
  createdBy: null,
  updatedBy: null,
  deletedAt: null,
  archivedAt: null,
};

const address: AddressRecord = {
  ...ids,
  country: canary,
  stateProvince: canary,
  city: canary,
  postalCode: canary,
  street: canary,
  streetNumber: canary,
  streetNumberAddition: canary,
  latitude: 51.987654,
  longitude: 4.123456,
  precision: 'postcode',
  locationNotes: canary,
  cityKey: canary,
  postalCodeKey: canary,
  createdAt: 1_000,
};

const by = { author: systemAuthor, now };
const person = personOf([customer]);

function assertForgotten(record: object): void {
  assert.doesNotMatch(JSON.stringify(record), /canary|bird|51\.98|4\.12/i);
}

test('a customer', () => {
  const erased = erasedCustomer(customer, by);
  assertForgotten(erased);
  assert.deepEqual([erased.emailKey, erased.phoneKey, erased.addressId], [null, null, null]);
  assert.deepEqual([erased.deletedAt, erased.archivedAt, erased.version], [now, now, 8]);
});

test('a work item keeps what was done, and its address only when that is empty', () => {
  const erased = erasedWorkItem(item, { ...by, person, emptiedAddresses: new Set(['address']) });
  assertForgotten(erased);
  const { title, tags, status, actualEnd, finalCost, source, addressId, photoCount } = erased;
  assert.deepEqual(
    { title, tags, status, actualEnd, finalCost, source, addressId, photoCount },
    {
      title: 'Erased',
      tags: ['urgent'],
      status: 'completed',
      actualEnd: 4,
      finalCost: 7,
      source: 'phone',
      addressId: 'address',
      photoCount: null,
    },
  );
  const shared = erasedWorkItem(item, { ...by, person, emptiedAddresses: new Set() });
  assert.equal(shared.addressId, null);
  const other = { ...item, category: 'plumbing' };
  const kept = erasedWorkItem(other, { ...by, person, emptiedAddresses: new Set() });
  assert.equal(kept.category, 'plumbing');
});

test('an erased address has its country’s centre', () => {
  const centre = { latitude: 52, longitude: 5, precision: 'country' } as const;
  const erased = erasedAddress(address, { country: 'NL', centre });
  assertForgotten(erased);
  const { country, latitude, precision, version } = erased;
  assert.deepEqual(
    { country, latitude, precision, version },
    { country: 'NL', ...centreOf(centre), version: 8 },
  );
});

function centreOf({ latitude, precision }: { latitude: number; precision: string }) {
  return { latitude, precision };
}

test('changes keep times, amounts and closed-list values', () => {
  const change = { before: canary, after: canary };
  const status = { before: 'request', after: 'lost' };
  const texts = ['title', 'notes', 'name', 'email', 'tags', 'street', 'photos', 'addressId', 'new'];
  const changes = { ...Object.fromEntries(texts.map((field) => [field, change])), status };
  assert.deepEqual(erasedChanges(changes), { status });
});
