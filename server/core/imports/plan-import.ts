// What would become of the rows of a file. Nothing is made, but customers are met as if it were.
import { CustomerDirectory, type KnownCustomer } from '../customers/customer-directory.ts';
import type { ImportEntry } from './import-rows.ts';
import { type PlannedLead, planWith } from '../leads/plan-lead-intake.ts';

type RowOutcome = 'new_customer' | 'existing_customer' | 'refused';

interface PlannedRow {
  row: number;
  outcome: RowOutcome;
  /** Of one who is there already. */
  customerId: string | null;
  matchedBy: 'email' | 'phone' | null;
  /** The row that would make the customer, who is not there yet. */
  sameAsRow: number | null;
  messages: string[];
}

export interface ImportPlan {
  /** The first ones. */
  rows: PlannedRow[];
  counts: Record<RowOutcome, number>;
}

interface Brand {
  brandId: string;
  brandCountry: string;
}

type LeadEntry = Extract<ImportEntry, { lead: unknown }>;

const rowsShown = 200;

export class ImportPlanner {
  readonly plan: ImportPlan = {
    rows: [],
    counts: { new_customer: 0, existing_customer: 0, refused: 0 },
  };
  readonly #brand: Brand;
  readonly #now: number;
  readonly #directory = new CustomerDirectory([]);
  /** The rows that would make a customer, by the id that stands for that customer here. */
  readonly #makers = new Map<string, number>();

  constructor({ brandId, brandCountry }: Brand, now: number) {
    this.#brand = { brandId, brandCountry };
    this.#now = now;
  }

  /** The next rows, with the customers who are there and could match them. */
  take(entries: readonly ImportEntry[], known: readonly KnownCustomer[]): void {
    this.#directory.learn(known);
    const intakes = entries.filter((entry) => 'lead' in entry).map((one) => this.#intakeOf(one));
    const leads = planWith(this.#directory, intakes).leads.values();
    for (const entry of entries) {
      const planned =
        'lead' in entry ? this.#outlook(entry.row, leads.next().value!) : refused(entry);
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
      // Whom a row makes is younger than those who are there, and than those of the rows before.
      receivedAt: this.#now + row,
      createdBy: null,
      lead,
      // Where it is matters to nobody here.
      location: null,
    };
  }

  #outlook(row: number, { match, customer }: PlannedLead): PlannedRow {
    const nobody = { row, customerId: null, matchedBy: null, sameAsRow: null, messages: [] };
    if (match === 'new') {
      this.#makers.set(customer.id, row);
      return { ...nobody, outcome: 'new_customer' };
    }
    const met = { ...nobody, outcome: 'existing_customer' as const, matchedBy: match };
    const sameAsRow = this.#makers.get(customer.id);
    return sameAsRow === undefined ? { ...met, customerId: customer.id } : { ...met, sameAsRow };
  }
}

function refused({ row, messages }: Extract<ImportEntry, { messages: unknown }>): PlannedRow {
  return {
    row,
    outcome: 'refused',
    customerId: null,
    matchedBy: null,
    sameAsRow: null,
    messages,
  };
}
