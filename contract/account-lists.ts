// Lists for accounts of the web app.
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

export const languages = ['nl', 'en'] as const;
export type Language = (typeof languages)[number];

export type LinkPurpose = 'invitation' | 'password' | 'owner';

/** Of the brand that the first start makes, until its owner names it. */
export const brandNameDefault = 'Demo brand';
