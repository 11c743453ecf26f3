// Records as the API shows them.
import type { Address } from '#contract/address.ts';
import type { Customer } from '#contract/customer.ts';
import type { Photo } from '#contract/photo.ts';
import { priorities } from '#contract/work-item-lists.ts';
import type { WorkItem } from '#contract/work-item.ts';
import type { AddressRecord, CustomerRecord, PhotoRecord, WorkItemRecord } from './records.ts';
import { timestamp } from './timestamp.ts';

export function presentWorkItem(item: WorkItemRecord, photos: readonly PhotoRecord[]): WorkItem {
  return {
    id: item.id,
    brandId: item.brandId,
    customerId: item.customerId,
    addressId: item.addressId,
    title: item.title,
    description: item.description,
    status: item.status,
    priority: priorities[item.priorityRank]!,
    category: item.category,
    customerSignature: item.customerSignature,
    scheduledStart: timestamp(item.scheduledStart),
    scheduledEnd: timestamp(item.scheduledEnd),
    actualStart: timestamp(item.actualStart),
    actualEnd: timestamp(item.actualEnd),
    source: item.source,
    receivedAt: timestamp(item.receivedAt),
    customStatusId: item.customStatusId,
    estimatedCost: item.estimatedCost,
    finalCost: item.finalCost,
    budgetQuote: item.budgetQuote,
    notes: item.notes,
    completionNotes: item.completionNotes,
    hoursWorked: item.hoursWorked,
    materials: item.materials,
    signedBy: item.signedBy,
    tags: item.tags,
    assigneeId: item.assigneeId,
    followUpAt: timestamp(item.followUpAt),
    createdAt: timestamp(item.createdAt),
    updatedAt: timestamp(item.updatedAt),
    createdBy: item.createdBy,
    updatedBy: item.updatedBy,
    deletedAt: timestamp(item.deletedAt),
    archivedAt: timestamp(item.archivedAt),
    ...(item.photoCount !== null && { photos: photos.map(presentPhoto) }),
  };
}

export function presentPhoto(photo: PhotoRecord): Photo {
  const { url, status, assetId, contentType, sizeBytes, width, height, error } = photo;
  return { url, status, assetId, contentType, sizeBytes, width, height, error };
}

export function presentCustomer(customer: CustomerRecord): Customer {
  return {
    id: customer.id,
    brandId: customer.brandId,
    name: customer.name,
    firstName: customer.firstName,
    lastName: customer.lastName,
    email: customer.email,
    phone: customer.phone,
    secondaryPhone: customer.secondaryPhone,
    companyName: customer.companyName,
    isCompany: customer.isCompany,
    status: customer.archivedAt === null ? 'active' : 'archived',
    addressId: customer.addressId ?? '',
    notes: customer.notes,
    tags: customer.tags,
    createdAt: timestamp(customer.createdAt),
    updatedAt: timestamp(customer.updatedAt),
    createdBy: customer.createdBy,
    updatedBy: customer.updatedBy,
    deletedAt: timestamp(customer.deletedAt),
    archivedAt: timestamp(customer.archivedAt),
  };
}

export function presentAddress(address: AddressRecord): Address {
  return {
    id: address.id,
    brandId: address.brandId,
    country: address.country,
    stateProvince: address.stateProvince,
    city: address.city,
    postalCode: address.postalCode,
    street: address.street,
    streetNumber: address.streetNumber,
    streetNumberAddition: address.streetNumberAddition,
    latitude: address.latitude,
    longitude: address.longitude,
    locationNotes: address.locationNotes,
  };
}
