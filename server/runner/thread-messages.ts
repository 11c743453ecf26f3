import type { ClockReading } from '#core/steady-clock.ts';
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import type { ActionName } from './action-kinds.ts';

export type { CheckpointState } from '#db/sqlite/checkpoint.ts';

export interface CheckpointSettings {
  file: string;
}

export interface ThreadSettings {
  file: string;
  readOnly: boolean;
  /** SQLite's busy timeout, for locks of other processes. */
  lockWaitMs: number;
}

export interface ActionRequest {
  name: ActionName;
  input: unknown;
  /** By `monotonicMs`: when the caller times out. */
  deadline: number;
  /** Whether to cancel the action at the deadline. */
  endsAtDeadline: boolean;
}

export interface ActionResponse {
  output?: unknown;
  error?: {
    message: string;
    stack: string;
    kind: 'unavailable' | 'damaged' | 'overloaded' | 'timeout' | 'other';
  };
  tookMs: number;
  /** The duration of each commit since the last response, of any action. */
  commitsMs: readonly number[];
}

export type ThreadEvent =
  | { type: 'migrating'; step: MigrationStep }
  | { type: 'notified'; subject: Subject; detail: string }
  | { type: 'replicaRead'; isReplica: boolean }
  | { type: 'clockRead'; reading: ClockReading }
  | { type: 'connectionError'; message: string }
  | { type: 'commitsHang'; areHanging: boolean };

/** Transfers the bytes of a page to the main thread instead of copying them. */
export function transferredOf({ output }: ActionResponse): ArrayBuffer[] {
  const body = (output as { body?: unknown } | null | undefined)?.body;
  return body instanceof Uint8Array && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
}
