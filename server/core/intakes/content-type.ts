interface ContentType {
  /** Lower case, such as `text/plain`; empty if none was sent. */
  type: string;
  parameters: ReadonlyMap<string, string>;
}

// Longer ones are hardly a mistake.
const headerLengthMax = 1_000;
const parameter = /;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s"]*))/g;

/** Reads a `Content-Type` or `Content-Disposition` header. */
export function readContentType(header: string | null): ContentType {
  const text = (header ?? '').slice(0, headerLengthMax);
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of text.matchAll(parameter)) {
    const key = name.toLowerCase();
    // Only a quote is escaped: old browsers send paths of Windows.
    const value = quoted === undefined ? plain : quoted.replaceAll('\\"', '"');
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { type: text.split(';', 1)[0]!.trim().toLowerCase(), parameters };
}
