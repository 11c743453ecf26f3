/** Security headers for browsers, on every response. */
export type BrowserHeaders = Readonly<Record<string, string>>;

const secureSeconds = 365 * 24 * 60 * 60;

export function browserHeaders(publicUrl: string | null): BrowserHeaders {
  const isSecure = publicUrl?.startsWith('https:') ?? false;
  return {
    // Browsers must trust our Content-Type, also for bytes uploaded by strangers.
    'x-content-type-options': 'nosniff',
    ...(isSecure && { 'strict-transport-security': `max-age=${secureSeconds}` }),
  };
}
