import { tmpdir } from 'node:os';
import { whyNoConfinedProcess } from '#pictures/try-sandbox.ts';
import { type Check, ok } from './check.ts';

const memoryMbMax = 400;

/** Tried as the server tries it. Without one the service works, so it is no warning: many containers allow none. */
export async function checkSandbox(): Promise<Check> {
  const name = 'picture sandbox';
  const reason = await whyNoConfinedProcess({ folder: tmpdir(), memoryMbMax });
  if (reason === null) return ok(name, 'pictures are decoded in one (bubblewrap)');
  return ok(
    name,
    `none, pictures are decoded in processes of their own: ${reason}; the server tries again a few times, and at its next start`,
  );
}
