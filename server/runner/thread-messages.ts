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

export interface ActionRequest {
  name: ActionName;
  input: unknown;
  /** By `monotonicMs`. The caller has timed out after it. */
  deadline: number;
  /** Whether to cancel the action then. */
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
  /** How long each commit took since the last response, of whichever action. */
  commitsMs: readonly number[];
}

export type ThreadEvent =
  | { type: 'migrating'; step: MigrationStep }
  | { type: 'notified'; subject: Subject; detail: string }
  | { type: 'replicaRead'; isReplica: boolean }
  | { type: 'clockRead'; reading: ClockReading }
  | { type: 'connectionError'; message: string }
  | { type: 'commitsHang'; areHanging: boolean };

/** The bytes of a page are transferred to the main thread instead of copied. */
export function transferredOf({ output }: ActionResponse): ArrayBuffer[] {
  const body = (output as { body?: unknown } | null | undefined)?.body;
  return body instanceof Uint8Array && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
}
