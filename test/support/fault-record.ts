// The actions and findings of a fault test: one line each in the table at the end of `npm run
// faults`.
import { appendFileSync } from 'node:fs';

export interface FaultOutcome {
  /** For example "kill -9 of the server under load". */
  fault: string;
  database: 'SQLite' | 'PostgreSQL';
  times: number;
  /** A process was ended by SIGKILL: those are counted together. */
  isKill?: boolean;
  /** Leads answered with 201. */
  acknowledged: number;
  /** Acknowledged leads that are missing. */
  lost: number;
  /** Records without their related ones. */
  halfMade: number;
  /** Leads that exist twice, though sent once or with an Idempotency-Key. */
  doubles: number;
  /** From the end of the fault to the next success; null where nothing was down. */
  longestRecoveryMs: number | null;
}

const file = process.env['FAULTS_RECORD'];

/** Set by `npm run faults`; the normal suite has the short form of each. */
export const isLongRun = file !== undefined;

export function recordFault(outcome: FaultOutcome): void {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(outcome)}\n`);
}
