// Signing in and out, as the service has it.
import type { Language } from '../words/words.ts';

export type Role = 'owner' | 'member';

export interface BrandSettings {
  id: string;
  name: string;
  country: string;
  language: Language;
  timeZone: string;
}

export interface Session {
  sessionId: string;
  account: {
    id: string;
    email: string;
    name: string;
    language: Language;
    hasPassword: boolean;
    passkeys: number;
    isEmailProven: boolean;
  };
  role: Role;
  scopes: string[];
  brand: BrandSettings;
  brands: { id: string; name: string; role: Role }[];
  /** The latest event when this was told. */
  eventsUpTo: number;
}
