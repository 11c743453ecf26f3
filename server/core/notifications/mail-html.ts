// A mail to a customer as HTML, with the logo and the colour of the business.
import { escapeHtml } from '../escape-html.ts';
import { coloursOf } from '../legible-colours.ts';

/** Where the logo is attached. */
export const logoContentId = 'logo@business';

interface Look {
  business: string;
  trade: string | null;
  colour: string | null;
  hasLogo: boolean;
}

/** Null without logo and colour: then the plain text is enough. */
export function mailHtml(text: string, { business, trade, colour, hasLogo }: Look): string | null {
  if (colour === null && !hasLogo) return null;
  const { accent, onLight } = coloursOf(colour);
  const logo = hasLogo
    ? `<img src="cid:${logoContentId}" alt="" style="display:block;max-width:320px;max-height:80px;margin:0 0 12px">`
    : '';
  const does = trade === null ? '' : `<br>${escapeHtml(trade)}`;
  return `<!doctype html>
<html><head><meta charset="utf-8"></head>
<body style="margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;color:#1c1c1c;background:#ffffff">
<div style="max-width:36rem;margin:0 auto">
${logo}<div style="padding:0 0 12px;border-bottom:4px solid ${accent}"><strong style="font-size:20px;color:${onLight}">${escapeHtml(business)}</strong>${does}</div>
<p style="white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(text)}</p>
</div>
</body></html>
`;
}
