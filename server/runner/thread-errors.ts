// Structured cloning between threads loses the class of an error, so its kind is sent along.
import {
  DatabaseDamaged,
  DatabaseUnavailable,
  Overloaded,
  StatementTimeout,
} from '#db/database.ts';
import type { ActionResponse } from './thread-messages.ts';

type SerializedError = NonNullable<ActionResponse['error']>;

export function serializeError(error: unknown): SerializedError {
  const { message, stack = '' } = error as Error;
  if (error instanceof Overloaded) return { message, stack, kind: 'overloaded' };
  if (error instanceof StatementTimeout) return { message, stack, kind: 'timeout' };
  if (error instanceof DatabaseDamaged) return { message, stack, kind: 'damaged' };
  return { message, stack, kind: error instanceof DatabaseUnavailable ? 'unavailable' : 'other' };
}

const makers = {
  damaged: (message: string) => new DatabaseDamaged(message),
  overloaded: (message: string) => new Overloaded(message),
  timeout: (message: string) => new StatementTimeout(message),
  unavailable: (message: string) => new DatabaseUnavailable(message),
  other: (message: string) => new Error(message),
};

export function deserializeError({ message, stack, kind }: SerializedError): Error {
  const error = makers[kind](message);
  error.stack = stack;
  return error;
}
