import type { ClockReading } from '#core/steady-clock.ts';
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import type { ActionName } from './action-runner.ts';

export type { CheckpointState } from '#db/sqlite/checkpoint.ts';

export interface CheckpointSettings {
  file: string;
}

export interface ThreadSettings {
  file: string;
  readOnly: boolean;
  /** How long an action may wait for a lock that another process holds. */
  lockWaitMs: number;
}

export interface ThreadQuestion {
  id: number;
  name: ActionName | 'close';
  input: unknown;
  /** By `monotonicMs`; after it nobody waits for the answer. */
  deadline: number;
  /** Whether the work is of no use to anybody then, and is to be left undone. */
  endsAtDeadline: boolean;
}

export interface ThreadAnswer {
  id: number;
  output?: unknown;
  error?: {
    message: string;
    stack: string;
    kind: 'unavailable' | 'damaged' | 'overloaded' | 'other';
  };
  tookMs: number;
  /** How long each commit took since the last answer, whichever action it was for. */
  commitsMs: readonly number[];
}

export type ThreadNews =
  | { news: 'migrating'; step: MigrationStep }
  | { news: 'notified'; subject: Subject; detail: string }
  | { news: 'replicaRead'; isReplica: boolean }
  | { news: 'clockRead'; reading: ClockReading }
  | { news: 'connectionError'; message: string };
