// The password policy: mostly length, plus a check for guessable passwords.
import { passwordLengthMax, passwordLengthMin } from '#contract/limits.ts';
import { countCharacters } from '../reading/clean-text.ts';
import { isGuessable } from './guessable-password.ts';

interface Person {
  email: string;
  /** Known names of the person and their brand. */
  names?: readonly (string | null | undefined)[];
}

/** Normalises before hashing, because keyboards produce different code points for the same letters. */
export function passwordText(typed: string): string {
  return typed.normalize('NFKC');
}

/** A refusal that follows the field's name, or null. */
export function refusalOfPassword(password: string, { email, names = [] }: Person): string | null {
  const length = countCharacters(password);
  if (length < passwordLengthMin) return `must be at least ${passwordLengthMin} characters`;
  if (length > passwordLengthMax) return `must be at most ${passwordLengthMax} characters`;
  if (isGuessable(password)) {
    return 'is too easy to guess, with common words, digits or keys in a row: choose four or more words that do not belong together';
  }
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) {
    return 'must not be your e-mail address';
  }
  const known = [...partsOfEmail(email), ...names.filter((name) => typeof name === 'string')];
  if (isGuessable(password, known)) {
    return 'must not be your name, your e-mail address or the name of your business with digits or signs around it';
  }
  return null;
}

/** The mailbox and the labels of the domain, without the top-level one. */
function partsOfEmail(email: string): string[] {
  const [person = '', host = ''] = email.split('@');
  return [person, ...host.split('.').slice(0, -1)];
}
