// The fields of a form that are not about the lead.
import { isBlank } from '../reading/clean-text.ts';
import { isObject } from '../reading/read-field.ts';

interface FormControls {
  /** When the page was opened, sealed. */
  visit: string;
  /** The proof of work. */
  proof: string;
  language: string;
  /** The field that no person sees. */
  isHoneypotFilled: boolean;
}

const names = {
  visit: 'vw_visit',
  proof: 'vw_proof',
  language: 'vw_lang',
  honeypot: 'vw_website',
} as const;
const controlNames = new Set<string>(Object.values(names));

/** Takes the controls out of what was sent: they are not the sender's words. */
export function splitControls(sent: unknown): { controls: FormControls; fields: unknown } {
  const all = isObject(sent) ? sent : {};
  const controls = {
    visit: textIn(all, names.visit),
    proof: textIn(all, names.proof),
    language: textIn(all, names.language),
    isHoneypotFilled: isFilled(all[names.honeypot]),
  };
  if (!isObject(sent)) return { controls, fields: sent };
  const own = Object.entries(sent).filter(([name]) => !controlNames.has(name));
  return { controls, fields: Object.fromEntries(own) };
}

function textIn(sent: Record<string, unknown>, name: string): string {
  const [value] = [Object.hasOwn(sent, name) ? sent[name] : ''].flat();
  return typeof value === 'string' ? value : '';
}

function isFilled(value: unknown): boolean {
  const values = [value ?? ''].flat();
  return values.some((one) => typeof one !== 'string' || !isBlank(one));
}
