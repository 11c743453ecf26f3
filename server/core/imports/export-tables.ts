// What stands in the columns of an exported table. Columns that a lead has too are named as there, so that an
// exported file can be imported again.
import { priorities } from '#contract/work-item-lists.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';

export const exportTables = ['leads', 'jobs', 'customers'] as const;
export type ExportTable = (typeof exportTables)[number];

interface ItemWithOwner {
  item: WorkItemRecord;
  customer: CustomerRecord;
  address: AddressRecord | null;
}

interface CustomerWithPlace {
  customer: CustomerRecord;
  address: AddressRecord | null;
}

type Columns<Row> = Record<string, (row: Row) => string | number | boolean | null>;

const ofCustomer: Columns<CustomerWithPlace> = {
  customerName: ({ customer }) => customer.name,
  firstName: ({ customer }) => customer.firstName,
  lastName: ({ customer }) => customer.lastName,
  companyName: ({ customer }) => customer.companyName,
  email: ({ customer }) => customer.email,
  phone: ({ customer }) => customer.phone,
};

const ofAddress: Columns<{ address: AddressRecord | null }> = {
  street: ({ address }) => address?.street ?? '',
  streetNumber: ({ address }) => address?.streetNumber ?? '',
  streetNumberAddition: ({ address }) => address?.streetNumberAddition ?? '',
  postalCode: ({ address }) => address?.postalCode ?? '',
  city: ({ address }) => address?.city ?? '',
  country: ({ address }) => address?.country ?? '',
};

const ofItem: Columns<ItemWithOwner> = {
  id: ({ item }) => item.id,
  status: ({ item }) => item.status,
  title: ({ item }) => item.title,
  ...ofCustomer,
  ...ofAddress,
  description: ({ item }) => item.description,
  category: ({ item }) => item.category,
  priority: ({ item }) => priorities[item.priorityRank]!,
  source: ({ item }) => item.source,
  budgetQuote: ({ item }) => item.budgetQuote,
  notes: ({ item }) => item.notes,
  tags: ({ item }) => tagsText(item.tags),
  customerId: ({ item }) => item.customerId,
  receivedAt: ({ item }) => timeText(item.receivedAt),
  updatedAt: ({ item }) => timeText(item.updatedAt),
  archivedAt: ({ item }) => timeText(item.archivedAt),
};

const ofJob: Columns<ItemWithOwner> = {
  ...ofItem,
  scheduledStart: ({ item }) => timeText(item.scheduledStart),
  scheduledEnd: ({ item }) => timeText(item.scheduledEnd),
  actualStart: ({ item }) => timeText(item.actualStart),
  actualEnd: ({ item }) => timeText(item.actualEnd),
  estimatedCostCents: ({ item }) => item.estimatedCost,
  finalCostCents: ({ item }) => item.finalCost,
  completionNotes: ({ item }) => item.completionNotes,
};

const ofCustomerTable: Columns<CustomerWithPlace> = {
  id: ({ customer }) => customer.id,
  ...ofCustomer,
  secondaryPhone: ({ customer }) => customer.secondaryPhone,
  ...ofAddress,
  notes: ({ customer }) => customer.notes,
  tags: ({ customer }) => tagsText(customer.tags),
  createdAt: ({ customer }) => timeText(customer.createdAt),
  updatedAt: ({ customer }) => timeText(customer.updatedAt),
  archivedAt: ({ customer }) => timeText(customer.archivedAt),
};

const columnsOf = { leads: ofItem, jobs: ofJob, customers: ofCustomerTable };
type RowOf<T extends ExportTable> = T extends 'customers' ? CustomerWithPlace : ItemWithOwner;

export function headingOf(table: ExportTable): string[] {
  return Object.keys(columnsOf[table]);
}

export function cellsOf<T extends ExportTable>(
  table: T,
  row: RowOf<T>,
): (string | number | boolean | null)[] {
  return Object.values(columnsOf[table] as Columns<RowOf<T>>).map((read) => read(row));
}

function tagsText(tags: readonly string[] | null): string {
  return tags?.join(', ') ?? '';
}

function timeText(time: number | null): string {
  return timestamp(time) ?? '';
}
