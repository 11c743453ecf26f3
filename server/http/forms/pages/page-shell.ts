// The document around a form or a message, and its security headers.
import type { OpenChannel } from '#actions/intakes/channels.ts';
import { escapeHtml } from '../../guide/escape-html.ts';

export function pageShell(title: string, content: string): string {
  return `<!doctype html>\n<title>${escapeHtml(title)}</title>\n<h1>${escapeHtml(title)}</h1>\n${content}\n`;
}

export function pageHeaders(_html: string, _open: OpenChannel | null): Record<string, string> {
  return {
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  };
}
