// Password hashes in PHC string format. It includes the parameters, so that they can be raised later while
// older hashes still verify.

export interface HashParameters {
  memoryKib: number;
  passes: number;
  parallelism: number;
}

export interface PasswordHash extends HashParameters {
  nonce: Buffer;
  tag: Buffer;
}

export const currentParameters: Readonly<HashParameters> = {
  memoryKib: 19 * 1024,
  passes: 2,
  parallelism: 1,
};

const version = 19;
const shape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export function formatPasswordHash(hashed: PasswordHash): string {
  const { memoryKib, passes, parallelism, nonce, tag } = hashed;
  const parameters = `m=${memoryKib},t=${passes},p=${parallelism}`;
  return `$argon2id$v=${version}$${parameters}$${unpadded(nonce)}$${unpadded(tag)}`;
}

export function parsePasswordHash(text: string): PasswordHash | null {
  const [, memory, passes, parallelism, nonce, tag] = shape.exec(text) ?? [];
  if (tag === undefined) return null;
  return {
    memoryKib: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce!, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

/** Whether the hash must be replaced, because the parameters have changed. */
export function isOutdated({ memoryKib, passes, parallelism }: HashParameters): boolean {
  return (
    memoryKib !== currentParameters.memoryKib ||
    passes !== currentParameters.passes ||
    parallelism !== currentParameters.parallelism
  );
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
