// Lists for accounts of the web app.
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

export const languages = ['nl', 'en'] as const;
export type Language = (typeof languages)[number];

/** The web app matches this exact text, to translate it. */
export const otherBrandMessage = 'You switched to another brand in another window; reload this one';

export type LinkPurpose = 'invitation' | 'password' | 'owner';
