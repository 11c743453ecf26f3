// A dry run predicts the import: each row's plan against its outcome, on rows full of collisions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { LeadSubmission } from '#contract/lead-submission.ts';
import type { ImportEntry } from '#core/imports/import-rows.ts';
import type { LeadIntake } from '#core/leads/new-records.ts';
import { type ImportPlan, ImportPlanner } from '#core/imports/plan-import.ts';
import { planLeadIntake } from '#core/leads/plan-lead-intake.ts';
import { candidatesFor, carryOut, existingCustomers, sentLead } from '../support/intake-cases.ts';
import type { ModelCustomer } from '../support/intake-model.ts';

const brand = { brandId: 'brand-a', brandCountry: 'NL', brandLanguage: 'en' as const };
// Later than all existing records.
const importedAt = 10;

const customersBefore = existingCustomers.map((customers) =>
  customers.map((customer) => ({ ...customer, brandId: brand.brandId })),
);

const file: fc.Arbitrary<ImportEntry[]> = fc
  .array(fc.option(sentLead, { freq: 8 }), { maxLength: 16 })
  .map((rows) =>
    rows.map((sent, index): ImportEntry => {
      const row = index + 2;
      if (!sent) return { row, messages: ['title is required'], details: '"title";rule=required' };
      const { email, phone } = sent;
      return entryOf(row, {
        ...(email !== undefined && { email }),
        ...(phone !== undefined && { phone }),
      });
    }),
  );

const rowsAtOnce = fc.integer({ min: 1, max: 6 });

function entryOf(row: number, person: Partial<LeadSubmission>): ImportEntry {
  return { row, lead: { customerName: 'Jan', title: 'Tap', ...person }, raw: '{}' };
}

function pieces<T>(all: readonly T[], size: number): T[][] {
  const count = Math.ceil(all.length / size);
  return Array.from({ length: count }, (_, n) => all.slice(n * size, (n + 1) * size));
}

function intakesOf(entries: readonly ImportEntry[], receivedAt: number): LeadIntake[] {
  return entries.flatMap((entry) => {
    if (!('lead' in entry)) return [];
    const id = String(entry.row).padStart(3, '0');
    const ids = { customerId: `new-${id}`, addressId: `place-${id}`, workItemId: `item-${id}` };
    return { ...brand, ...ids, receivedAt, createdBy: null, lead: entry.lead, location: null };
  });
}

function dryRun(before: ModelCustomer[], entries: ImportEntry[], size: number): ImportPlan {
  const planner = new ImportPlanner(brand, importedAt);
  for (const piece of pieces(entries, size)) {
    planner.take(piece, candidatesFor(before, intakesOf(piece, importedAt)));
  }
  return planner.plan;
}

/** The plan of an exact dry run. */
function doImport(before: ModelCustomer[], entries: ImportEntry[], size: number): ImportPlan {
  const world = structuredClone(before);
  const makers = new Map<string, number>();
  const rows: ImportPlan['rows'] = [];
  for (const [index, piece] of pieces(entries, size).entries()) {
    const batch = intakesOf(piece, importedAt + index);
    const plan = planLeadIntake(candidatesFor(world, batch), batch);
    carryOut(world, plan);
    const made = plan.leads.values();
    for (const entry of piece) {
      const nobody = { customerId: null, matchedBy: null, sameAsRow: null };
      const common = { row: entry.row, ...nobody, messages: [], details: '' };
      if (!('lead' in entry)) {
        rows.push({ ...common, ...entry, outcome: 'refused' });
        continue;
      }
      const { match, workItem } = made.next().value!;
      const { customerId } = workItem;
      if (match === 'new') {
        makers.set(customerId, entry.row);
        rows.push({ ...common, outcome: 'new_customer' });
        continue;
      }
      const met = { ...common, outcome: 'existing_customer' as const, matchedBy: match };
      const sameAsRow = makers.get(customerId);
      rows.push(sameAsRow === undefined ? { ...met, customerId } : { ...met, sameAsRow });
    }
  }
  const count = (outcome: string) => rows.filter((row) => row.outcome === outcome).length;
  const counts = {
    new_customer: count('new_customer'),
    existing_customer: count('existing_customer'),
    refused: count('refused'),
  };
  return { rows, counts };
}

test('a dry run, in chunks of any size, predicts the import', () => {
  fc.assert(
    fc.property(customersBefore, file, rowsAtOnce, rowsAtOnce, (before, entries, some, others) => {
      assert.deepEqual(dryRun(before, entries, some), doImport(before, entries, others));
    }),
    { numRuns: 3_000 },
  );
});

test('an unused phone number makes a new customer', () => {
  const entries = [
    entryOf(2, { email: 'a@x.nl', phone: '0611111111' }),
    entryOf(3, { email: 'a@x.nl', phone: '0622222222' }),
    entryOf(4, { phone: '0622222222' }),
  ];
  const outcomes = dryRun([], entries, 100).rows.map(({ outcome }) => outcome);
  assert.deepEqual(outcomes, ['new_customer', 'existing_customer', 'new_customer']);
});

test('the first rows of a long file are shown, and all are counted', () => {
  const entries = Array.from({ length: 250 }, (_, n) => entryOf(n + 2, { email: `c${n}@x.nl` }));
  const { rows, counts } = dryRun([], entries, 60);
  assert.deepEqual(
    rows.map(({ row }) => row),
    Array.from({ length: 200 }, (_, n) => n + 2),
  );
  assert.deepEqual(counts, { new_customer: 250, existing_customer: 0, refused: 0 });
});
