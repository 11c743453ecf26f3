// Replaces the remarks in notes, and leaves all other text.

interface Replacement {
  /** The notes that the lead brought; '' for none. */
  submitted: string;
  /** Regular expressions for the remarks to look for. */
  patterns: readonly string[];
  /** The remarks to have, in order. */
  remarks: readonly string[];
}

/** Remarks that still hold stay where they are. Missing ones follow them, or the submitted notes. */
export function replaceRemarks(
  notes: string,
  { submitted, patterns, remarks }: Replacement,
): string | null {
  const hasSubmitted = isStart(submitted, notes);
  // A sender may have written sentences like these.
  const start = hasSubmitted ? submitted.length : 0;
  const isOfSender = (text: string) => !hasSubmitted && submitted.includes(text);
  const remark = new RegExp(`(?<=^|\\s)(?:${patterns.join('|')})(?=\\s|$)`, 'gu');
  const found = [...notes.slice(start).matchAll(remark)]
    .map(({ 0: text, index }) => ({ text, from: start + index }))
    .filter(({ text }) => !isOfSender(text));
  const kept = found.filter(({ text }) => remarks.includes(text));
  const missing = remarks.filter((text) => !kept.some((one) => one.text === text)).join(' ');

  // From the end, so that positions before it stay valid.
  let changed = notes;
  let isAdded = missing === '';
  for (const { text, from } of found.toReversed()) {
    const to = from + text.length;
    if (!remarks.includes(text)) {
      changed = without(changed, from, to);
    } else if (!isAdded) {
      changed = `${changed.slice(0, to)} ${missing}${changed.slice(to)}`;
      isAdded = true;
    }
  }
  if (!isAdded) {
    const at = hasSubmitted ? start : changed.length;
    changed = paragraphs(changed.slice(0, at), missing, changed.slice(at));
  }
  return changed || null;
}

function isStart(submitted: string, notes: string): boolean {
  if (submitted === '') return true;
  return notes === submitted || notes.startsWith(`${submitted}\n`);
}

/** Also removes the space, or the empty lines, that separated it. */
function without(notes: string, from: number, to: number): string {
  const before = notes.slice(0, from);
  const after = notes.slice(to);
  const isLineStart = before === '' || before.endsWith('\n');
  const isLineEnd = after === '' || after.startsWith('\n');
  if (isLineStart && !isLineEnd) return before + after.trimStart();
  return before.trim() === '' ? after.trimStart() : before.trimEnd() + after;
}

function paragraphs(...texts: string[]): string {
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');
}
