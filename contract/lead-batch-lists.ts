// Without the schemas: the database threads need only these.

/** How a lead's customer was found: new, or matched by e-mail address or phone number. */
export const matches = ['new', 'email', 'phone'] as const;

export type Match = (typeof matches)[number];
