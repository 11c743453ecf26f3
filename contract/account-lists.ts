// What members can be and read; who signs in and how is the web app's own affair.
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

export const languages = ['nl', 'en'] as const;
export type Language = (typeof languages)[number];

/** The web app knows it by these words: it says them in the member's language. */
export const otherBrandMessage = 'You switched to another brand in another window; reload this one';

export type LinkPurpose = 'invitation' | 'password' | 'owner';
