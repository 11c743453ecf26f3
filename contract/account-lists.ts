// What members can be and read; who signs in and how is the web app's own affair.
export const roles = ['owner', 'member'] as const;
export type Role = (typeof roles)[number];

export const languages = ['nl', 'en'] as const;
export type Language = (typeof languages)[number];

export type LinkPurpose = 'invitation' | 'password' | 'owner';
