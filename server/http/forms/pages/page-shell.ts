// The document around a form, a thank-you or a message, and its security headers.
import { hash } from 'node:crypto';
import type { OpenChannel } from '#actions/intakes/channels.ts';
import type { Language } from '#contract/account-lists.ts';
import { settingsOf } from '#core/intakes/channel-settings.ts';
import { escapeHtml } from '#core/escape-html.ts';
import { coloursOf } from '#core/legible-colours.ts';
import { darkStyle, formStyle, pageStyle } from './form-style.ts';

interface PageParts {
  /** Null for a page of no channel. */
  open: OpenChannel | null;
  language: Language;
  title: string;
  heading: string;
  content: string;
  /** In a frame of another website: without the brand. */
  isEmbedded?: boolean;
  /** The URL of the script, relative to the page. */
  script?: string;
}

export function pageShell(parts: PageParts): string {
  const { open, language, title, heading, content, isEmbedded = false, script } = parts;
  const settings = open && settingsOf(open.channel);
  const colours = coloursOf(settings?.colour ?? open?.brandColour ?? null);
  const styles = [formStyle(colours), pageStyle, ...(isEmbedded ? [] : [darkStyle(colours)])];
  const pageTitle = open ? `${title} – ${open.brandName}` : title;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${escapeHtml(pageTitle)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${styles.join('\n')}</style>
${script === undefined ? '' : `<script src="${script}" defer></script>\n`}</head>
<body${isEmbedded ? ' class="bare"' : ''}>
<div class="page">
${open && !isEmbedded ? brandHeader(open) : ''}<main>
<h1${isEmbedded ? ' class="unseen"' : ''}>${escapeHtml(heading)}</h1>
<div class="vw-form">
${content}
</div>
</main>
</div>
</body>
</html>
`;
}

function brandHeader({ channel, brandName, brandTrade, brandLogo }: OpenChannel): string {
  const logo = settingsOf(channel).logo ?? brandLogo;
  const trade = brandTrade === null ? '' : `<small>${escapeHtml(brandTrade)}</small>`;
  const name = `<span>${escapeHtml(brandName)}${trade}</span>`;
  const picture = logo === null ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
  return `<header>${picture}${name}</header>\n`;
}

/** Headers of a page that `pageShell` made: nothing inline runs, and only the channel's websites may frame it. */
export function pageHeaders(html: string, open: OpenChannel | null): Record<string, string> {
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? '';
  const { origins, thanksUrl } = open ? settingsOf(open.channel) : { origins: [], thanksUrl: null };
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    // Browsers apply it to redirects too, and the thank-you page may redirect once more.
    `form-action 'self'${thanksUrl === null ? '' : ' http: https:'}`,
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`,
  ];
  return {
    'content-security-policy': policy.join('; '),
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // `no-referrer` would send "Origin: null" with the form.
    'referrer-policy': 'same-origin',
  };
}
