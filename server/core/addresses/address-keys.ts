// Normalised cities and postal codes, for filters and matching.

export function cityKeyOf(city: string): string {
  return city.trim().toLowerCase();
}

export function postalCodeKeyOf(postalCode: string): string {
  return postalCode.replace(/[\s-]/g, '').toUpperCase();
}
