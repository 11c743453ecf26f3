// Decodes text of any charset without failing: websites and mail programs often name the wrong one.

/**
 * UTF-8 unless another charset is named. Bytes that do not fit it are read as windows-1252, which
 * most old websites mean, whatever they say.
 */
export function decodeText(bytes: Uint8Array, charset: string | null = null): string {
  for (const label of [charset, 'utf-8']) {
    const text = label === null ? null : decodeStrictly(bytes, label);
    if (text !== null) return text;
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Null for invalid bytes and for a charset that nobody knows. */
function decodeStrictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The bytes as they came: as text when that is lossless and any database can store it. */
export function keepBytes(bytes: Uint8Array): { body: string; bodyEncoding: 'utf8' | 'base64' } {
  const body = decodeWithMark(bytes);
  return body === null || body.includes('\0')
    ? { body: Buffer.from(bytes).toString('base64'), bodyEncoding: 'base64' }
    : { body, bodyEncoding: 'utf8' };
}

// Unlike other decoding, it keeps the byte order mark.
function decodeWithMark(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
