import { freeLowPort } from './shared-ports.ts';

/** For a server that must know its port before it starts. No other test gets the same one. */
export async function freePort(): Promise<string> {
  return String(await freeLowPort());
}
