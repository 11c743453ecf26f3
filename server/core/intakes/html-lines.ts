// Turns the HTML of a mail into plain lines, in one pass: no markup, style or script gets out, and a row
// of a table with two cells becomes "label: value".
import { decodeEntities } from './html-entities.ts';

// Their content is not text.
const hiddenTags = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'svg']);
const blockTags = new Set(
  (
    'p div br table ul ol li h1 h2 h3 h4 h5 h6 blockquote section article header footer main aside ' +
    'address pre hr dl dt dd form fieldset center'
  ).split(' '),
);
// Deeper tables add their text to the row that they are in.
const tableDepthMax = 20;
const labelLengthMax = 60;

interface Row {
  cells: string[];
  /** The text of the open cell, in pieces. */
  open: string[];
}

export function htmlLines(html: string): string {
  const lines = new LineWriter();
  // Of ASCII only: other letters can become longer, and the positions would differ.
  const lowerCase = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const closings = new Closings(html);
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    lines.text(html.slice(at, start === -1 ? html.length : start));
    if (start === -1) break;
    const isTag = /[a-z!?/]/.test(lowerCase[start + 1] ?? '');
    const end = isTag ? closings.after(start) : -1;
    if (end === -1) {
      // A single "<" is text.
      lines.text('<');
      at = start + 1;
      continue;
    }
    at = end;
    const [, slash = '', name = ''] =
      /^<(\/?)([a-z][a-z0-9]*)/.exec(lowerCase.slice(start, start + 20)) ?? [];
    if (slash === '' && hiddenTags.has(name)) at = afterHidden(lowerCase, name, at);
    else if (name !== '') lines.tag(name, slash === '/');
  }
  return lines.whole();
}

/** Past the closing tag; the end if there is none. */
function afterHidden(lowerCase: string, name: string, from: number): number {
  const at = lowerCase.indexOf(`</${name}`, from);
  const end = at === -1 ? -1 : lowerCase.indexOf('>', at);
  return end === -1 ? lowerCase.length : end + 1;
}

/** Finds where tags and comments end. A search that failed is not repeated, so the time is linear. */
class Closings {
  readonly html: string;
  readonly missing = new Set<string>();

  constructor(html: string) {
    this.html = html;
  }

  after(start: number): number {
    if (this.html.startsWith('<!--', start)) {
      const end = this.find('-->', start + 4);
      if (end !== -1) return end + 3;
    }
    // A ">" within quotes would end the tag too soon: that leaves text, and never markup.
    const end = this.find('>', start);
    return end === -1 ? -1 : end + 1;
  }

  find(sign: string, from: number): number {
    if (this.missing.has(sign)) return -1;
    const at = this.html.indexOf(sign, from);
    if (at === -1) this.missing.add(sign);
    return at;
  }
}

class LineWriter {
  readonly root: string[] = [];
  readonly rows: Row[] = [];
  /** Tables deeper than `tableDepthMax`. */
  tooDeep = 0;

  text(html: string): void {
    if (html === '') return;
    this.target().push(decodeEntities(html.replace(/[ \t\r\n\f]+/g, ' ')));
  }

  tag(name: string, isClosing: boolean): void {
    if (name === 'table') this.table(isClosing);
    else if (name === 'tr') this.endRow();
    else if (name === 'td' || name === 'th') this.endCell();
    if (blockTags.has(name)) this.target().push('\n');
  }

  table(isClosing: boolean): void {
    if (!isClosing) {
      if (this.rows.length < tableDepthMax) this.rows.push({ cells: [], open: [] });
      else this.tooDeep++;
    } else if (this.tooDeep > 0) {
      this.tooDeep--;
    } else if (this.rows.length > 0) {
      this.endRow();
      this.rows.pop();
    }
  }

  /** A cell that is not closed ends where the next begins. */
  endCell(): void {
    const row = this.rows.at(-1);
    if (!row || this.tooDeep > 0) return;
    const cell = tidyLines(row.open.join(''));
    if (cell !== '') row.cells.push(cell);
    row.open = [];
  }

  endRow(): void {
    const row = this.rows.at(-1);
    if (!row || this.tooDeep > 0) return;
    this.endCell();
    const text = rowText(row.cells);
    row.cells = [];
    // The lines of a table go to the cell or text around it.
    const around = this.rows.at(-2)?.open ?? this.root;
    if (text !== '') around.push('\n', text, '\n');
  }

  target(): string[] {
    return this.rows.at(-1)?.open ?? this.root;
  }

  whole(): string {
    while (this.rows.length > 0) {
      this.tooDeep = 0;
      this.table(true);
    }
    return tidyLines(this.root.join(''));
  }
}

function rowText(cells: readonly string[]): string {
  const [label = '', value] = cells;
  const isPair = cells.length === 2 && label.length <= labelLengthMax && !label.includes('\n');
  if (!isPair) return cells.join('\n');
  return `${label.replace(/[\s:]+$/, '')}: ${value}`;
}

/** Trimmed lines, and at most one blank line between them. */
export function tidyLines(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines
    .filter((line, at) => line !== '' || (at > 0 && lines[at - 1] !== ''))
    .join('\n')
    .trim();
}
