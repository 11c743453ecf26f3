// The forms in which cities and postal codes are compared.

export function cityKeyOf(city: string): string {
  return city.trim().toLowerCase();
}

export function postalCodeKeyOf(postalCode: string): string {
  return postalCode.replace(/[\s-]/g, '').toUpperCase();
}
