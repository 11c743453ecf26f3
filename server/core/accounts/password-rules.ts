// Which passwords are taken. Length does most of the work; the rest stops those that are tried first.
import { passwordLengthMax, passwordLengthMin } from '#contract/limits.ts';
import { countCharacters } from '../reading/clean-text.ts';
import { isGuessable } from './guessable-password.ts';

/** Whose password it is to be. */
interface Person {
  email: string;
  /** Of the person and their brand, as far as they are known. */
  names?: readonly (string | null | undefined)[];
}

/** As it is hashed: the same letters typed on another keyboard are the same password. */
export function passwordText(typed: string): string {
  return typed.normalize('NFKC');
}

/** What is wrong with a new password, or null; reads on from the field's name. */
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

/** The person and the host, without the last part of its name. */
function partsOfEmail(email: string): string[] {
  const [person = '', host = ''] = email.split('@');
  return [person, ...host.split('.').slice(0, -1)];
}
