// The URL of a picture that came with an intake. It names the stored file, and cannot be sent by callers:
// it is not https.

export interface UploadedFile {
  intakeId: string;
  position: number;
  name: string;
}

const shape = /^upload:([0-9a-f-]{36})\/(\d{1,3})\//;

export function uploadUrl({ intakeId, position, name }: UploadedFile): string {
  return `upload:${intakeId}/${position}/${encodeURIComponent(name.toWellFormed())}`;
}

/** Null for any other URL. */
export function readUploadUrl(url: string): Omit<UploadedFile, 'name'> | null {
  const [, intakeId, position] = shape.exec(url) ?? [];
  return intakeId === undefined ? null : { intakeId, position: Number(position) };
}
