// The texts of the demo's leads, and the outcome of each.
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';

/** One line of leads.csv; a cell without text is an empty string. */
export interface LeadRow {
  becomes:
    | 'request'
    | 'contacted'
    | 'inspection'
    | 'quote_sent'
    | 'lost'
    | 'pending'
    | 'cancelled'
    /** In progress since its planned start. */
    | 'started'
    /** Scheduled, in progress or completed, depending on the time of day. */
    | 'planned'
    | 'done';
  /** How long ago it came in, such as `9m` or `4d`; for a planned job its week, weekday and time. */
  when: string;
  title: string;
  description: string;
  category: string;
  priority: string;
  source: string;
  hours: string;
  euros: string;
  budget: string;
  /** At most one. */
  tags: string;
  /** Names of drawings, separated by spaces. */
  photos: string;
  /** The title of an earlier lead of the same customer. */
  again: string;
  company: string;
  /** The completion notes, or the reason of a lost or cancelled one. */
  outcome: string;
}

export function readLeadRows(): LeadRow[] {
  const text = readFileSync(new URL('leads.csv', import.meta.url), 'utf8');
  return Papa.parse<LeadRow>(text, { header: true, delimiter: ';', skipEmptyLines: true }).data;
}
