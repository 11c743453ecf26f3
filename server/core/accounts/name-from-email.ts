/** The default display name of an account. */
export function nameFromEmail(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}
