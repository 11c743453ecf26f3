import type { ActionName } from './action-runner.ts';

export interface ThreadSettings {
  file: string;
  readOnly: boolean;
}

export interface ThreadQuestion {
  id: number;
  name: ActionName | 'close';
  input: unknown;
}

export interface ThreadAnswer {
  id: number;
  output?: unknown;
  error?: { message: string; stack: string; isUnavailable: boolean };
  tookMs: number;
}
