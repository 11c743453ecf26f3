/** On every answer, whoever gives it: what browsers are told for safety. */
export type BrowserHeaders = Readonly<Record<string, string>>;

const secureSeconds = 365 * 24 * 60 * 60;

export function browserHeaders(publicUrl: string | null): BrowserHeaders {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  return {
    // An answer is what it says it is, also where strangers chose the bytes.
    'x-content-type-options': 'nosniff',
    ...(isSecure && { 'strict-transport-security': `max-age=${secureSeconds}` }),
  };
}
