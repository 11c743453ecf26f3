import type { MessagePort } from 'node:worker_threads';
import type { ClockReading } from '#core/steady-clock.ts';
import type { Subject } from '#db/database.ts';
import type { MigrationStep } from '#db/migrate.ts';
import type { ActionName } from './action-runner.ts';

export type { CheckpointState } from '#db/sqlite/checkpoint.ts';

export interface CheckpointSettings {
  file: string;
}

/** The thread's end of the channel for questions and answers. */
export interface WithPort {
  port: MessagePort;
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
    kind: 'unavailable' | 'damaged' | 'overloaded' | 'timeout' | 'other';
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
  | { news: 'connectionError'; message: string }
  | { news: 'commitsHang'; areHanging: boolean };

/** Of an answer: the bytes of a page change hands instead of being copied. */
export function transferredOf(output: unknown): ArrayBuffer[] {
  const body = (output as { body?: unknown } | null | undefined)?.body;
  return body instanceof Uint8Array && body.buffer instanceof ArrayBuffer ? [body.buffer] : [];
}
