// A dry run of an import: predicts the outcome of each row, including matches between rows.
import type { Language } from '#contract/account-lists.ts';
import { CustomerDirectory, type KnownCustomer } from '../customers/customer-directory.ts';
import type { ImportEntry } from './import-rows.ts';
import { type PlannedLead, planWith } from '../leads/plan-lead-intake.ts';

type RowOutcome = 'new_customer' | 'existing_customer' | 'refused';

interface PlannedRow {
  row: number;
  outcome: RowOutcome;
  /** Set for a stored customer. */
  customerId: string | null;
  matchedBy: 'email' | 'phone' | null;
  /** The earlier row that would create the customer. */
  sameAsRow: number | null;
  messages: string[];
  /** As in the `Error-Details` header. */
  details: string;
}

export interface ImportPlan {
  /** The first rows only; the counts cover all. */
  rows: PlannedRow[];
  counts: Record<RowOutcome, number>;
}

interface Brand {
  brandId: string;
  brandCountry: string;
  brandLanguage: Language;
}

type LeadEntry = Extract<ImportEntry, { lead: unknown }>;

const rowsShown = 200;
const unmatched = { customerId: null, matchedBy: null, sameAsRow: null, messages: [], details: '' };

export class ImportPlanner {
  readonly plan: ImportPlan = {
    rows: [],
    counts: { new_customer: 0, existing_customer: 0, refused: 0 },
  };
  readonly #brand: Brand;
  readonly #now: number;
  readonly #directory = new CustomerDirectory([]);
  /** The rows that would create a customer, by its placeholder id. */
  readonly #creators = new Map<string, number>();

  constructor({ brandId, brandCountry, brandLanguage }: Brand, now: number) {
    this.#brand = { brandId, brandCountry, brandLanguage };
    this.#now = now;
  }

  /** Plans the next rows, given the stored customers that could match them. */
  take(entries: readonly ImportEntry[], known: readonly KnownCustomer[]): void {
    this.#directory.learn(known);
    const intakes = entries.filter((entry) => 'lead' in entry).map((one) => this.#intakeOf(one));
    const leads = planWith(this.#directory, intakes).leads.values();
    for (const entry of entries) {
      const planned =
        'lead' in entry ? this.#predict(entry.row, leads.next().value!) : refused(entry);
      this.plan.counts[planned.outcome]++;
      if (this.plan.rows.length < rowsShown) this.plan.rows.push(planned);
    }
  }

  #intakeOf({ row, lead }: LeadEntry) {
    const id = `row ${row}`;
    return {
      ...this.#brand,
      customerId: id,
      addressId: id,
      workItemId: id,
      // New customers must be younger than stored ones and those of earlier rows: the oldest match wins.
      receivedAt: this.#now + row,
      createdBy: null,
      lead,
      // A dry run needs no coordinates.
      location: null,
    };
  }

  #predict(row: number, { match, customer }: PlannedLead): PlannedRow {
    if (match === 'new') {
      this.#creators.set(customer.id, row);
      return { ...unmatched, row, outcome: 'new_customer' };
    }
    const matched = { ...unmatched, row, outcome: 'existing_customer' as const, matchedBy: match };
    const sameAsRow = this.#creators.get(customer.id);
    return sameAsRow === undefined
      ? { ...matched, customerId: customer.id }
      : { ...matched, sameAsRow };
  }
}

function refused({
  row,
  messages,
  details,
}: Extract<ImportEntry, { messages: unknown }>): PlannedRow {
  return { ...unmatched, row, outcome: 'refused', messages, details };
}
