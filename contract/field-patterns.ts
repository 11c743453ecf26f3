// Patterns that fields are checked by, apart from the schemas: who only reads a field loads no schemas.

// Anywhere in the text.
export const digitPattern = '[0-9]';
// With fewer digits nobody is found by it.
export const phoneNumberPattern = '(?:[^0-9]*[0-9]){6}';
// An HTTP status, or all that begin with one digit.
export const statusPattern = '^[1-5](?:[0-9]{2}|xx)$';
