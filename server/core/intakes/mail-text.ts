// The text of a mail: its labelled lines, and what is new in a reply.
import { longTextLengthMax } from '#contract/limits.ts';
import { cutText } from './cut-text.ts';
import { usualName } from './usual-names.ts';

const labelsMax = 200;
const labelLengthMax = 60;
const labelWordsMax = 8;
// No line with a label is longer than a paragraph.
const lineLengthMax = longTextLengthMax;
const labelled = /^([^:\t]{1,62})(?::(?!\/\/)|\t)[ \t]*(.*)$/;

/** "Naam: Jan", "Naam<tab>Jan", and a label with its value on the next line. */
export function labelsIn(text: string): Record<string, string> {
  const labels = new Map<string, string>();
  const lines = text.split('\n').map((line) => cutText(line, lineLengthMax).trim());
  for (let at = 0; at < lines.length && labels.size < labelsMax; at++) {
    const found = labelIn(lines[at]!);
    if (!found) continue;
    const isMessage = usualName(found.label)?.field === 'description';
    const values = isMessage ? messageFrom(lines, at + 1) : nextLine(lines, at + 1, found.value);
    const value = [found.value, ...values].join('\n').trim();
    // The first of a name counts: a quotation below can have it again.
    if (value !== '' && !labels.has(found.label)) {
      labels.set(found.label, cutText(value, longTextLengthMax));
    }
  }
  return Object.fromEntries(labels);
}

function labelIn(line: string): { label: string; value: string } | null {
  const [, before, after = ''] = labelled.exec(line) ?? [];
  if (before === undefined) return null;
  // Bold text and list items of plain mails.
  const label = before.replace(/^[*_•\-\s]+|[*_\s]+$/g, '');
  const isLabel =
    label.length <= labelLengthMax &&
    /^\p{L}/u.test(label) &&
    label.split(/\s+/).length <= labelWordsMax &&
    !/\d$/.test(label);
  return isLabel ? { label, value: after.replace(/^[*_\s]+|[*_\s]+$/g, '') } : null;
}

/** The line below, or below a blank one, if the label has no value beside it. */
function nextLine(lines: readonly string[], from: number, value: string): string[] {
  if (value !== '') return [];
  const at = lines[from] === '' ? from + 1 : from;
  const line = lines[at];
  return line === undefined || isEnd(line) || labelIn(line) ? [] : [line];
}

/** A message runs to the next field, the signature or the end. */
function messageFrom(lines: readonly string[], from: number): string[] {
  let end = from;
  while (end < lines.length && !isEnd(lines[end]!) && !isField(lines[end]!)) end++;
  return lines.slice(from, end);
}

function isField(line: string): boolean {
  const found = labelIn(line);
  return found !== null && usualName(found.label) !== null;
}

function isEnd(line: string): boolean {
  return /^(?:--|[-_=*]{3,})$/.test(line);
}

// How mail programs begin a quotation, in Dutch, English, German and French.
const quotationStart =
  /^(?:-{2,} ?(?:original message|oorspronkelijk bericht|doorgestuurd bericht|forwarded message|ursprüngliche nachricht).{0,20}|_{10,}|>.*|(?:on|op|am|le) .{5,250}(?:wrote|schreef.{0,100}|schrieb.{0,100}|a écrit) ?:)$/i;
const headerStart = /^\*?(?:from|van|von|de)\*?: /i;
const headerNext = /^\*?(?:sent|verzonden|gesendet|envoyé|date|datum|to|aan)\*?: /i;

/** The text above the quotation, without a signature. */
export function newTextOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trimEnd());
  const end = lines.findIndex((line, at) => {
    if (line === '--' || isQuotation(line)) return true;
    // "Op 3 mei schreef Jan <jan@example.com>:" can be on two lines.
    const isSplit =
      /^(?:on|op|am|le) /i.test(line) && isQuotation(`${line} ${lines[at + 1] ?? ''}`);
    return isSplit || (headerStart.test(line) && headerNext.test(lines[at + 1] ?? ''));
  });
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join('\n')
    .trim();
}

function isQuotation(line: string): boolean {
  return line.startsWith('>') || (line.length <= 400 && quotationStart.test(line));
}
