import type { Language } from '#contract/account-lists.ts';

/** The reason shown in a lead's history when a photo exceeds the brand's storage quota. */
export function photoQuotaReason(language: Language, bytesMax: number): string {
  const megabytes = Math.round(bytesMax / 1024 / 1024);
  return language === 'nl'
    ? `Er is geen ruimte meer voor foto’s: samen mogen ze ${megabytes} MB innemen. Vraag de beheerder om PHOTOS_MB_MAX te verhogen, of wis klanten van wie de foto’s niet meer nodig zijn.`
    : `There is no room for more photos: together they may take ${megabytes} MB. Ask the operator to raise PHOTOS_MB_MAX, or erase customers whose photos are no longer needed.`;
}
