// Reads the Error-Details header, an RFC 9651 list such as `"title";rule=too_long;max=200`.

/** One thing that is wrong with a request. */
export interface ErrorDetail {
  /** The field or parameter; null for the request as a whole. */
  field: string | null;
  /** Such as `required` or `too_long`; see the guide. New rules may be added. */
  rule: string;
  /** The numbers and names of the rule, such as `{ max: 200 }`. */
  values: Record<string, string | number>;
}

type Value = string | number;

// A String, a Display String, a number or a token.
const value = /"((?:[^"\\]|\\["\\])*)"|%"([^"]*)"|(-?\d+(?:\.\d+)?)|([a-z*][\w:/.*-]*)/iy;
const parameter = / *; *([a-z*][a-z0-9_.*-]*)=/y;
const comma = /[ \t]*,[ \t]*/y;

/** For an error within a batch, which has them as text. Empty when they are absent or malformed. */
export function readErrorDetails(header: string | null): ErrorDetail[] {
  const text = header ?? '';
  const details: ErrorDetail[] = [];
  let at = 0;
  const next = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    if (details.length > 0 && !next(comma)) return [];
    const isName = text[at] === '"' || text[at] === '%';
    const subject = valueIn(next(value));
    if (subject === null) return [];
    const values: Record<string, Value> = {};
    for (let name = next(parameter); name; name = next(parameter)) {
      const read = valueIn(next(value));
      if (read === null) return [];
      values[name[1]!] = read;
    }
    const { rule = subject, ...others } = values;
    details.push({
      field: isName ? String(subject) : null,
      rule: String(rule),
      values: isName ? others : values,
    });
  }
  return details;
}

function valueIn(found: RegExpExecArray | null): Value | null {
  if (!found) return null;
  const [, quoted, display, number, token] = found;
  if (quoted !== undefined) return quoted.replaceAll(/\\(.)/g, '$1');
  if (display !== undefined) return decoded(display);
  return number === undefined ? token! : Number(number);
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
