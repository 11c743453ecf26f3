// Rules about the text of a field, without the schemas, for modules that only read fields.

/**
 * What the text must have in it. A symbol stays out of JSON: `\p{…}` breaks clients in Python, and
 * in JavaScript without the `u` flag, so published schemas say the rule in their description.
 */
export const mustHave = Symbol('mustHave');
export type MustHave = 'digit' | 'letterOrDigit';

/** Refuses a text with characters inside that other fields lose, such as control characters. */
export const isExact = Symbol('isExact');

// An HTTP status such as 404, or a class such as 4xx.
export const statusPattern = '^[1-5](?:[0-9]{2}|xx)$';
