// Renders the Markdown files in docs/guide/, and those of docs/ that it lists, as one page.
import { readFile } from 'node:fs/promises';
import { Marked, type Token, type Tokens } from 'marked';
import { projectFile } from '#runtime/program.js';
import { escapeHtml } from '#core/escape-html.ts';
import { isSnippet, renderSnippets } from './render-snippets.ts';

interface Part {
  /** The URL fragment. */
  id: string;
  title: string;
  /** Relative to docs/guide. */
  file: string;
}

export interface Guide {
  introduction: string;
  parts: Part[];
  html: string;
}

const folder = projectFile('docs/guide/');
// Relative to /docs/guide, so that it works behind a proxy with a path prefix.
const referencePage = '../docs';

export async function renderGuide(): Promise<Guide> {
  const tokens = new Marked().lexer(await textOf('README.md'));
  // The list in README.md sets the order of the parts, and becomes the table of contents.
  const parts = partsIn(tokens.find((token) => token.type === 'list') as Tokens.List);
  const opening = newMarked('guide', parts);
  const introduction = tokens.filter((token) => token.type !== 'list');
  const sections: string[] = [];
  for (const { id, file } of parts) {
    const marked = newMarked(id, parts);
    const html = render(marked, marked.lexer(await textOf(file)));
    sections.push(`<section aria-labelledby="${id}">\n${html}</section>`);
  }
  return { introduction: render(opening, introduction), parts, html: sections.join('\n') };
}

function textOf(file: string): Promise<string> {
  return readFile(new URL(file, folder), 'utf8');
}

function partsIn(list: Tokens.List): Part[] {
  return list.items.map(({ raw }) => {
    const [, title, file, id] = /\[(.+)\]\(((?:\.\.\/)?(.+)\.md)\)/.exec(raw)!;
    return { id: id!, title: title!, file: file! };
  });
}

/** Adjacent snippets with the same name are one example in several languages. */
function render(marked: Marked, tokens: Token[]): string {
  const pieces: (Token | Tokens.Code[])[] = [];
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const last = pieces.at(-1);
    if (!isSnippet(token)) pieces.push(token);
    else if (Array.isArray(last) && nameOf(last[0]!) === nameOf(token)) last.push(token);
    else pieces.push([token]);
  }
  return pieces
    .map((piece) => (Array.isArray(piece) ? renderSnippets(piece) : marked.parser([piece])))
    .join('');
}

function nameOf({ lang }: Tokens.Code): string | undefined {
  return lang?.split(' ')[1];
}

function newMarked(part: string, parts: readonly Part[]): Marked {
  const marked = new Marked();
  marked.use({
    renderer: {
      heading({ tokens, text, depth }) {
        // Links to a file point to the first heading of its part.
        const id = depth === 1 ? part : `${part}-${slugOf(text)}`;
        const level = part === 'guide' ? depth : depth + 1;
        return `<h${level} id="${id}">${this.parser.parseInline(tokens)}</h${level}>\n`;
      },
      link({ href, tokens }) {
        const address = addressOf(href, part, parts);
        const text = this.parser.parseInline(tokens);
        return address === null ? text : `<a href="${escapeHtml(address)}">${text}</a>`;
      },
      code({ text }) {
        return renderSnippets([{ type: 'code', raw: '', text }]);
      },
      table(token) {
        const head = token.header.map((cell) => this.tablecell(cell)).join('');
        const rows = token.rows.map(
          (row) => `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>`,
        );
        // Wide tables scroll by themselves, with the keyboard too.
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>\n`;
      },
      html({ text }) {
        return escapeHtml(text);
      },
    },
  });
  return marked;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Null for a file that is not served. */
function addressOf(href: string, part: string, parts: readonly Part[]): string | null {
  if (/^[a-z]+:/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  if (path === '') return `#${part}-${fragment}`;
  const name = /([\w-]+)\.md$/.exec(path)?.[1];
  const isOfExamples = path.includes('examples/');
  if (name === undefined || isOfExamples) return null;
  if (name === 'api') return referencePage;
  if (!parts.some(({ id }) => id === name)) return null;
  return fragment === undefined ? `#${name}` : `#${name}-${fragment}`;
}
