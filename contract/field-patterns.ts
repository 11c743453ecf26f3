// Patterns of fields, without the schemas, for modules that only read fields.

// Matches anywhere in the text.
export const digitPattern = '[0-9]';
// Numbers with fewer digits are not matched.
export const phoneNumberPattern = '(?:[^0-9]*[0-9]){6}';
// An HTTP status such as 404, or a class such as 4xx.
export const statusPattern = '^[1-5](?:[0-9]{2}|xx)$';
