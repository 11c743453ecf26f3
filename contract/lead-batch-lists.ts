// Without the schemas: the database threads need only these.

/** Whom a lead was attached to: a new customer, or one found by e-mail address or phone number. */
export const matches = ['new', 'email', 'phone'] as const;

export type Match = (typeof matches)[number];
