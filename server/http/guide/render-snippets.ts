// Code examples of the guide, with a tab per language. Radio buttons and CSS select one language for the
// whole page, without a script.
import type { Token, Tokens } from 'marked';
import { escapeHtml } from '#core/escape-html.ts';

export const languages = { sh: 'curl', ts: 'TypeScript', php: 'PHP', python: 'Python' } as const;

type Language = keyof typeof languages;

/** A code block with a known language and a name, such as `sh first-lead`. */
export function isSnippet(token: Token): token is Tokens.Code {
  return token.type === 'code' && /^(?:sh|ts|php|python) \S+$/.test(String(token['lang'] ?? ''));
}

export function renderSnippets(snippets: Tokens.Code[]): string {
  const shown = snippets.map(({ lang = '' }) => lang.split(' ')[0] as Language);
  const isChoice = snippets.length > 1;
  // The first language stands in for a missing one.
  const missing = Object.keys(languages).filter(
    (language) => !shown.includes(language as Language),
  );
  const chosenBy = shown.map((language, index) => [language, ...(index === 0 ? missing : [])]);

  const tabs = shown.map(
    (language, index) =>
      `<label for="in-${language}" data-for="${chosenBy[index]!.join(' ')}">${languages[language]}</label>`,
  );
  const blocks = snippets.map(({ text }, index) => {
    const choice = isChoice ? ` data-for="${chosenBy[index]!.join(' ')}"` : '';
    return `<pre tabindex="0"${choice}><code>${escapeHtml(text)}</code></pre>`;
  });
  return `<div class="code">${isChoice ? `<div class="tabs">${tabs.join('')}</div>` : ''}${blocks.join('\n')}</div>\n`;
}
