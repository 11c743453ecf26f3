// What a person chose for a list: remembered for each person and brand on this device.
import { useSyncExternalStore } from 'react';
import { readSession } from '../api/session-store.ts';

export interface Remembered<Value extends string> {
  values: readonly Value[];
  use(): Value;
  read(): Value;
  choose(value: Value): void;
}

/** The first value is the default. */
export function remembered<const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): Remembered<Value> {
  const listeners = new Set<() => void>();
  const key = () => {
    const session = readSession();
    return `${name} ${session?.account.id} ${session?.brand.id}`;
  };
  const read = () => {
    try {
      const stored = localStorage.getItem(key());
      return values.find((value) => value === stored) ?? values[0];
    } catch {
      // A browser without storage has the default.
      return values[0];
    }
  };
  const listen = (changed: () => void) => {
    listeners.add(changed);
    return () => listeners.delete(changed);
  };
  return {
    values,
    read,
    use: () => useSyncExternalStore(listen, read),
    choose(value) {
      try {
        localStorage.setItem(key(), value);
      } catch {
        // Not remembered.
      }
      for (const changed of listeners) changed();
    },
  };
}
