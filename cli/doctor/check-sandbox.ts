import { tmpdir } from 'node:os';
import { whyNoConfinedProcess } from '#pictures/try-sandbox.ts';
import { type Check, ok } from './check.ts';

const memoryMbMax = 400;

/** Starts a process as the server does. A missing sandbox is no warning: many containers do not allow one. */
export async function checkSandbox(): Promise<Check> {
  const name = 'picture sandbox';
  const reason = await whyNoConfinedProcess({ folder: tmpdir(), memoryMbMax });
  if (reason === null) return ok(name, 'pictures are decoded in a sandbox (bubblewrap)');
  return ok(
    name,
    `none, pictures are decoded in separate processes: ${reason}; the server retries a few times, and at its next start`,
  );
}
