import { whyNoSandbox } from '#pictures/confinement.ts';
import { type Check, ok } from './check.ts';

/** Tried as the server tries it. Without one the service works, so it is no warning: many containers allow none. */
export async function checkSandbox(): Promise<Check> {
  const name = 'picture sandbox';
  const reason = await whyNoSandbox();
  if (reason === null) return ok(name, 'pictures are decoded in one (bubblewrap)');
  return ok(name, `none, pictures are decoded in processes of their own: ${reason}`);
}
