// The fields of the customer form.

export const textFields = [
  'name',
  'firstName',
  'lastName',
  'companyName',
  'email',
  'phone',
  'secondaryPhone',
  'notes',
] as const;

export type CustomerValues = Record<(typeof textFields)[number], string> & { tags: string[] };
