// The page at /docs/guide, without third-party requests and without inline scripts or styles.
import { escapeHtml } from '#core/escape-html.ts';
import { type Guide, renderGuide } from './render-guide.ts';
import { languages } from './render-snippets.ts';

export const guidePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

// The placeholder in the Markdown files, replaced by the public URL if that is set.
const placeholderUrl = 'https://leads.example.com';

export async function guideHtml(publicUrl: string | null): Promise<string> {
  const { introduction, parts, html } = await renderGuide();
  const text = publicUrl === null ? html : html.replaceAll(placeholderUrl, escapeHtml(publicUrl));
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Vakwerk: guide for integrators</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="guide/style.css" />
    <script src="guide/script.js" defer></script>
  </head>
  <body>
    <a class="skip" href="#guide">Skip to content</a>
    <header>
      <strong>Vakwerk</strong>
      <nav aria-label="Documentation">
        <a href="guide" aria-current="page">Guide</a>
        <a href="../docs">API reference</a>
      </nav>
    </header>
    <main>
    <div class="opening">
${introduction}    </div>
    <div class="columns">
      <nav class="contents" aria-label="Contents">
        <ol>
          ${contents(parts)}
        </ol>
      </nav>
      <div class="text">
        <fieldset class="languages">
          <legend>Language of the examples</legend>
          ${radioButtons()}
        </fieldset>
${text}
      </div>
    </div>
    </main>
  </body>
</html>
`;
}

function contents(parts: Guide['parts']): string {
  return parts
    .map(({ id, title }) => `<li><a href="#${id}">${escapeHtml(title)}</a></li>`)
    .join('\n          ');
}

// The tabs of the examples are labels of these radio buttons too. The aria-label keeps a screen reader
// from reading all of them.
function radioButtons(): string {
  return Object.entries(languages)
    .map(
      ([language, name], index) =>
        `<input type="radio" name="language" id="in-${language}" value="${language}" aria-label="${name}"${index === 0 ? ' checked' : ''} /><label for="in-${language}" data-for="${language}">${name}</label>`,
    )
    .join('\n          ');
}
