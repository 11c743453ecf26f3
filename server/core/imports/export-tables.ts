// The columns of exported tables. They share their names with the fields of a lead, so that an exported
// file can be imported again.
import { priorities } from '#contract/work-item-lists.ts';
import type { AddressRecord, CustomerRecord, WorkItemRecord } from '../records.ts';
import { timestamp } from '../timestamp.ts';

export const exportTables = ['leads', 'jobs', 'customers'] as const;
export type ExportTable = (typeof exportTables)[number];

interface ItemRow {
  item: WorkItemRecord;
  customer: CustomerRecord;
  address: AddressRecord | null;
  /** Empty for nobody. */
  assigneeName: string;
}

interface CustomerRow {
  customer: CustomerRecord;
  address: AddressRecord | null;
}

type Columns<Row> = Record<string, (row: Row) => string | number | boolean | null>;

const customerColumns: Columns<CustomerRow> = {
  customerName: ({ customer }) => customer.name,
  firstName: ({ customer }) => customer.firstName,
  lastName: ({ customer }) => customer.lastName,
  companyName: ({ customer }) => customer.companyName,
  email: ({ customer }) => customer.email,
  phone: ({ customer }) => customer.phone,
};

const addressColumns: Columns<{ address: AddressRecord | null }> = {
  street: ({ address }) => address?.street ?? '',
  streetNumber: ({ address }) => address?.streetNumber ?? '',
  streetNumberAddition: ({ address }) => address?.streetNumberAddition ?? '',
  postalCode: ({ address }) => address?.postalCode ?? '',
  city: ({ address }) => address?.city ?? '',
  country: ({ address }) => address?.country ?? '',
};

const leadColumns: Columns<ItemRow> = {
  id: ({ item }) => item.id,
  status: ({ item }) => item.status,
  title: ({ item }) => item.title,
  ...customerColumns,
  ...addressColumns,
  description: ({ item }) => item.description,
  category: ({ item }) => item.category,
  priority: ({ item }) => priorities[item.priorityRank]!,
  source: ({ item }) => item.source,
  budgetQuote: ({ item }) => item.budgetQuote,
  notes: ({ item }) => item.notes,
  tags: ({ item }) => tagsText(item.tags),
  assigneeId: ({ item }) => item.assigneeId,
  assigneeName: ({ assigneeName }) => assigneeName,
  followUpAt: ({ item }) => timeText(item.followUpAt),
  customerId: ({ item }) => item.customerId,
  receivedAt: ({ item }) => timeText(item.receivedAt),
  updatedAt: ({ item }) => timeText(item.updatedAt),
  archivedAt: ({ item }) => timeText(item.archivedAt),
};

const jobColumns: Columns<ItemRow> = {
  ...leadColumns,
  scheduledStart: ({ item }) => timeText(item.scheduledStart),
  scheduledEnd: ({ item }) => timeText(item.scheduledEnd),
  actualStart: ({ item }) => timeText(item.actualStart),
  actualEnd: ({ item }) => timeText(item.actualEnd),
  estimatedCostCents: ({ item }) => item.estimatedCost,
  finalCostCents: ({ item }) => item.finalCost,
  completionNotes: ({ item }) => item.completionNotes,
  hoursWorked: ({ item }) => item.hoursWorked,
  materials: ({ item }) => item.materials,
  signedBy: ({ item }) => item.signedBy,
};

const customerTableColumns: Columns<CustomerRow> = {
  id: ({ customer }) => customer.id,
  ...customerColumns,
  secondaryPhone: ({ customer }) => customer.secondaryPhone,
  ...addressColumns,
  notes: ({ customer }) => customer.notes,
  tags: ({ customer }) => tagsText(customer.tags),
  createdAt: ({ customer }) => timeText(customer.createdAt),
  updatedAt: ({ customer }) => timeText(customer.updatedAt),
  archivedAt: ({ customer }) => timeText(customer.archivedAt),
};

const columnsOf = { leads: leadColumns, jobs: jobColumns, customers: customerTableColumns };
type RowOf<T extends ExportTable> = T extends 'customers' ? CustomerRow : ItemRow;

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
