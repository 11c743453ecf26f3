interface JsonLimits {
  /** Nesting of objects and arrays. */
  depthMax: number;
  /** Fields in one object. */
  fieldsMax: number;
  /** Fields and items in all objects and arrays together. */
  valuesMax: number;
}

/**
 * Checks the limits of a JSON text before it is parsed: parsing and reading an object of 100,000 fields
 * takes a hundred times as long as counting them.
 */
export function limitExceededBy(
  json: string,
  { depthMax, fieldsMax, valuesMax }: JsonLimits,
): 'depth' | 'fields' | 'values' | null {
  let depth = 0;
  let values = 0;
  // Field counts of the open object per level; far below zero for an array, whose items do not count.
  const fields = [notCounted];
  let inString = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (inString) {
      if (code === backslash) at++;
      else if (code === quote) inString = false;
    } else if (code === quote) {
      inString = true;
    } else if (code === openBrace || code === openBracket) {
      if (++depth > depthMax) return 'depth';
      // The first value; a comma precedes each of the others.
      if (++values > valuesMax) return 'values';
      fields[depth] = code === openBrace ? 1 : notCounted;
    } else if (code === closeBrace || code === closeBracket) {
      if (depth > 0) depth--;
    } else if (code === comma) {
      if (++values > valuesMax) return 'values';
      if (++fields[depth]! > fieldsMax) return 'fields';
    }
  }
  return null;
}

const notCounted = -(2 ** 30);
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
