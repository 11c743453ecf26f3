// The session as `/v1/app/session` returns it.
import type { WorkingHours } from '../../../contract/working-hours.ts';
import type { Language } from '../words/words.ts';

export type Role = 'owner' | 'member';

export interface BrandSettings {
  id: string;
  name: string;
  country: string;
  language: Language;
  timeZone: string;
  workingHours: WorkingHours;
  /** How long a lead may wait for an answer; 0 for ever. */
  answerMinutes: number;
  trade: string | null;
  colour: string | null;
  /** A data URL. */
  logo: string | null;
}

export interface SessionBrand extends Omit<BrandSettings, 'logo'> {
  /** The live brand; another id than `id` on the test side. */
  liveId: string;
  isTest: boolean;
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
  brand: SessionBrand;
  brands: { id: string; name: string; role: Role }[];
  /** The id of the latest event at the time of the response. */
  eventsUpTo: number;
}
