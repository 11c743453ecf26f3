// What would become of the rows of a file.
import type { FastifyRequest } from 'fastify';
import { emailKeyOf, phoneKeyOf } from '#core/customer-matching.ts';
import type { ImportEntry } from '#core/import-rows.ts';
import type { ActionRunner } from '#runner/action-runner.ts';
import { authorOf, callerOf } from './authenticate.ts';

type RowOutcome = 'new_customer' | 'existing_customer' | 'refused';

interface PlannedRow {
  row: number;
  outcome: RowOutcome;
  customerId: string | null;
  matchedBy: 'email' | 'phone' | null;
  messages: string[];
}

interface ImportPlan {
  /** The first ones. */
  rows: PlannedRow[];
  counts: Record<RowOutcome, number>;
}

type LeadEntry = Extract<ImportEntry, { lead: unknown }>;

const rowsShown = 200;
const rowsAtOnce = 100;

export async function planImport(
  runner: ActionRunner,
  request: FastifyRequest,
  entries: readonly ImportEntry[],
): Promise<ImportPlan> {
  const plan: ImportPlan = {
    rows: [],
    counts: { new_customer: 0, existing_customer: 0, refused: 0 },
  };
  const newcomers = new Newcomers();
  for (let at = 0; at < entries.length; at += rowsAtOnce) {
    const piece = entries.slice(at, at + rowsAtOnce);
    const planned = await planPiece(runner, request, piece, newcomers);
    for (const { outcome } of planned) plan.counts[outcome]++;
    plan.rows.push(...planned.slice(0, rowsShown - plan.rows.length));
  }
  return plan;
}

async function planPiece(
  runner: ActionRunner,
  request: FastifyRequest,
  piece: readonly ImportEntry[],
  newcomers: Newcomers,
): Promise<PlannedRow[]> {
  const { brandId, brandCountry } = callerOf(request);
  const author = authorOf(request);
  const leads = piece.filter((entry) => 'lead' in entry);
  const requests = leads.map(({ lead }) => {
    return { brandId, brandCountry, author, lead, rawBody: '', idempotency: null };
  });
  const outlooks = (await runner.run('planLeads', requests)).values();
  return piece.map((entry): PlannedRow => {
    const { row } = entry;
    const nobody = { row, customerId: null, matchedBy: null };
    if ('messages' in entry) return { ...nobody, outcome: 'refused', messages: entry.messages };
    const { matched, customerId } = outlooks.next().value!;
    if (customerId !== null && matched !== 'new') {
      return { row, outcome: 'existing_customer', customerId, matchedBy: matched, messages: [] };
    }
    // Not there yet, but a row before this one may be of the same person.
    const earlier = newcomers.meet(entry);
    if (!earlier) return { ...nobody, outcome: 'new_customer', messages: [] };
    const { matchedBy } = earlier;
    const messages = [`The same customer as in row ${earlier.row}`];
    return { ...nobody, outcome: 'existing_customer', matchedBy, messages };
  });
}

/** Customers that the rows so far would make. */
class Newcomers {
  readonly #rows = new Map<string, number>();

  meet({ row, lead }: LeadEntry): { row: number; matchedBy: 'email' | 'phone' } | null {
    const keys = [
      ['email', emailKeyOf(lead.email)],
      ['phone', phoneKeyOf(lead.phone)],
    ] as const;
    const met = keys
      .map(([matchedBy, key]) => ({ matchedBy, row: this.#rows.get(`${matchedBy} ${key}`) }))
      .find((one) => one.row !== undefined);
    for (const [kind, key] of keys) {
      const slot = `${kind} ${key}`;
      if (key !== null && !this.#rows.has(slot)) this.#rows.set(slot, met?.row ?? row);
    }
    return met ? { row: met.row!, matchedBy: met.matchedBy } : null;
  }
}
