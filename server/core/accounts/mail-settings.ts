// The mail server and sender: SMTP_URL and MAIL_FROM.

export interface MailSettings {
  host: string;
  port: number;
  /** Implicit TLS; otherwise STARTTLS if the server offers it. */
  isTls: boolean;
  user: { name: string; password: string } | null;
  from: string;
}

const ports: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 };
const senderShape = /^(?:[^<>@\p{Cc}]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/u;

type Reading = { settings: MailSettings | null; refusal?: never } | { refusal: string };

// Refusals do not repeat the URL, which contains a password.
export function readMailSettings(env: Record<string, string | undefined>): Reading {
  const { SMTP_URL: address, MAIL_FROM: from = '', PUBLIC_URL: publicUrl } = env;
  if (!address) return { settings: null };
  const url = URL.parse(address);
  const port = url && ports[url.protocol];
  if (!url || !port || !url.hostname || url.search || url.hash || url.pathname.length > 1) {
    return {
      refusal: 'SMTP_URL must be an address such as smtps://user:password@mail.example.com',
    };
  }
  if (!senderShape.test(from)) {
    return { refusal: 'MAIL_FROM must be an address such as Vakwerk <hello@example.com>' };
  }
  // Links in mail use PUBLIC_URL and never a request's Host header, which can be forged.
  if (!publicUrl) {
    return { refusal: 'PUBLIC_URL must be set where mail is sent (SMTP_URL), for the links in it' };
  }
  const name = decoded(url.username);
  const password = decoded(url.password);
  if (name === null || password === null) {
    return { refusal: 'SMTP_URL must have its user and password percent-encoded' };
  }
  return {
    settings: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? port : Number(url.port),
      isTls: url.protocol === 'smtps:',
      user: name === '' ? null : { name, password },
      from,
    },
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
