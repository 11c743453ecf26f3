// Suggested trades, in the language of the business: its customers read them.
import type { Language } from '../../../words/words.ts';

export const trades: Record<Language, readonly string[]> = {
  nl: [
    'Loodgieter',
    'Elektricien',
    'Dakdekker',
    'CV-installateur',
    'Schilder',
    'Timmerman',
    'Aannemer',
    'Hovenier',
    'Slotenmaker',
  ],
  en: [
    'Plumber',
    'Electrician',
    'Roofer',
    'Heating engineer',
    'Painter',
    'Carpenter',
    'Builder',
    'Gardener',
    'Locksmith',
  ],
};
