// What a test that breaks things did and saw: one line each in the table at the end of `npm run faults`.
import { appendFileSync } from 'node:fs';

export interface FaultOutcome {
  /** What was done, as in "kill -9 of the server under load". */
  fault: string;
  database: 'SQLite' | 'PostgreSQL';
  times: number;
  /** Each time a process was ended by SIGKILL: those are counted together. */
  isKill?: boolean;
  /** Leads that were answered with 201. */
  acknowledged: number;
  /** Of these, not found afterwards. */
  lost: number;
  /** Records without those that belong to them. */
  halfMade: number;
  /** Leads that were sent once, or with an Idempotency-Key, and are there twice. */
  doubles: number;
  /** From the end of the fault to the next answer that succeeded; null where nothing was down. */
  longestRecoveryMs: number | null;
}

const file = process.env['FAULTS_RECORD'];

/** Asked for by `npm run faults`; the normal suite has the short form of each. */
export const isLongRun = file !== undefined;

export function recordFault(outcome: FaultOutcome): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}
