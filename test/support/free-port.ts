import { freeLowPort } from './shared-ports.ts';

/** For a server that has to know its port before it starts. Nobody is given it meanwhile by chance. */
export async function freePort(): Promise<string> {
  return String(await freeLowPort());
}
