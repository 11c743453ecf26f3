// The sentences that the notes of a lead get when its customer was known already.
import type { Language } from '#contract/account-lists.ts';
import type { LeadSubmission } from '#contract/lead-submission.ts';

interface Remarks {
  addedPhone(phone: string): string;
  addedAddress: string;
  otherName(name: string): string;
  otherCompany(name: string): string;
  otherEmail(email: string): string;
  otherPhone(phone: string): string;
  phoneOfAnother(phone: string, customerId: string): string;
  otherAddress(line: string): string;
}

/**
 * The notes for a sender who may not read leads: the submitted text, with the remarks about what was filled in
 * and about another customer's number. The others compare the lead with the customer, so they would confirm
 * a guessed name, e-mail address or home address. `notes` are those of the new lead, or later ones.
 */
export function notesForSender(
  { notes: submitted, phone = '' }: Pick<LeadSubmission, 'notes' | 'phone'>,
  notes: string | null,
): string | null {
  const start = submitted === undefined ? '' : `${submitted}\n\n`;
  if (!notes?.startsWith(start)) return submitted ?? null;
  const remarks = notes.slice(start.length);
  for (const say of Object.values(remarksIn)) {
    const [before, after] = say.phoneOfAnother(phone, '\0').split('\0') as [string, string];
    const shown = [
      RegExp.escape(say.addedPhone(phone)),
      RegExp.escape(say.addedAddress),
      `${RegExp.escape(before)}[0-9a-f-]{36}${RegExp.escape(after)}`,
    ];
    const first = new RegExp(`^${shown.map((remark) => `(?:${remark}(?: |$))?`).join('')}`, 'u');
    const [found] = first.exec(remarks)!;
    if (found !== '') return start + found.trimEnd();
  }
  return submitted ?? null;
}

/**
 * Splits notes into lines, and a line before each remark. A value within a remark may look like the
 * start of another one, so never show a piece to somebody who may not see the whole.
 */
export function piecesOfNotes(notes: string): string[] {
  return notes.split(pieceStart);
}

/** Whether a piece of the notes is a remark about contact details that the customer does not have. */
export function isOtherContact(piece: string): boolean {
  return otherContactStarts.some((start) => piece.startsWith(start));
}

export const remarksIn: Readonly<Record<Language, Remarks>> = {
  en: {
    addedPhone: (phone) => `The phone number ${phone} was added to the existing customer.`,
    addedAddress: 'The address was added to the existing customer.',
    otherName: (name) => `Sent under another name: ${name}.`,
    otherCompany: (name) => `Sent with a company name that the customer does not have: ${name}.`,
    otherEmail: (email) => `Sent with an e-mail address that the customer does not have: ${email}.`,
    otherPhone: (phone) => `Sent with a phone number that the customer does not have: ${phone}.`,
    phoneOfAnother: (phone, id) => `The phone number ${phone} belongs to another customer, ${id}.`,
    otherAddress: (line) => `Sent with an address that the customer does not have: ${line}.`,
  },
  nl: {
    addedPhone: (phone) => `Het telefoonnummer ${phone} is toegevoegd bij de bestaande klant.`,
    addedAddress: 'Het adres is toegevoegd bij de bestaande klant.',
    otherName: (name) => `Ingestuurd onder een andere naam: ${name}.`,
    otherCompany: (name) => `Ingestuurd met een bedrijfsnaam die de klant niet heeft: ${name}.`,
    otherEmail: (email) => `Ingestuurd met een e-mailadres dat de klant niet heeft: ${email}.`,
    otherPhone: (phone) => `Ingestuurd met een telefoonnummer dat de klant niet heeft: ${phone}.`,
    phoneOfAnother: (phone, id) => `Het telefoonnummer ${phone} hoort bij een andere klant, ${id}.`,
    otherAddress: (line) => `Ingestuurd met een adres dat de klant niet heeft: ${line}.`,
  },
};

const startOf = (remark: string) => remark.slice(0, remark.indexOf('\0'));
const otherContactStarts = Object.values(remarksIn).flatMap((say) =>
  [say.otherName, say.otherCompany, say.otherEmail, say.otherPhone, say.otherAddress].map(
    (remark) => startOf(remark('\0')),
  ),
);
const remarkStarts = Object.values(remarksIn).flatMap((say) => [
  startOf(say.addedPhone('\0')),
  say.addedAddress,
  startOf(say.phoneOfAnother('\0', '')),
]);
const pieceStart = new RegExp(
  `(?<=\\n)|(?<=^|\\s)(?=${[...otherContactStarts, ...remarkStarts].map(RegExp.escape).join('|')})`,
  'u',
);
