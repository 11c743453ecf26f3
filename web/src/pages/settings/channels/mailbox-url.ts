// A mailbox as a form has it, and as a URL such as imaps://user:password@mail.example.com/INBOX.
export interface Mailbox {
  server: string;
  user: string;
  /** Never read back. */
  password: string;
  folder: string;
  /** What follows, such as ?after=seen, as it was set. */
  search: string;
}

export const noMailbox: Mailbox = {
  server: '',
  user: '',
  password: '',
  folder: 'INBOX',
  search: '',
};

export function mailboxIn(url: string | null): Mailbox {
  const parsed = url === null ? null : URL.parse(url);
  if (!parsed) return noMailbox;
  return {
    // With imap:// instead of imaps://, the protocol stays visible.
    server: parsed.protocol === 'imaps:' ? parsed.host : `${parsed.protocol}//${parsed.host}`,
    user: decoded(parsed.username),
    password: '',
    folder: decoded(parsed.pathname.slice(1)) || noMailbox.folder,
    search: parsed.search,
  };
}

/** Null without a server: nothing is polled. */
export function mailboxUrl({ server, user, password, folder, search }: Mailbox): string | null {
  const host = server.trim();
  if (host === '') return null;
  const [protocol, name] = host.includes('://') ? host.split('://') : ['imaps', host];
  const login = `${encodeURIComponent(user.trim())}:${encodeURIComponent(password)}`;
  const path = folder.trim().split('/').map(encodeURIComponent).join('/');
  return `${protocol}://${login}@${name}/${path}${search}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
