// The password policy: mostly length, plus a check for guessable passwords.
import { passwordLengthMax, passwordLengthMin } from '#contract/limits.ts';
import { countCharacters } from '../reading/clean-text.ts';
import type { FieldRefusal } from '../reading/field-message.ts';
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

export function refusalOfPassword(
  password: string,
  { email, names = [] }: Person,
): FieldRefusal | null {
  const length = countCharacters(password);
  const [min, max] = [passwordLengthMin, passwordLengthMax];
  if (length < min) {
    return { rule: 'too_short', text: `must be at least ${min} characters`, values: { min } };
  }
  if (length > max) {
    return { rule: 'too_long', text: `must be at most ${max} characters`, values: { max } };
  }
  if (isGuessable(password)) {
    const text =
      'is too easy to guess, with common words, digits or keys in a row: choose four or more words that do not belong together';
    return { rule: 'too_easy_to_guess', text };
  }
  if (password.trim().toLowerCase() === email.trim().toLowerCase()) {
    return { rule: 'same_as_email', text: 'must not be your e-mail address' };
  }
  const known = [...partsOfEmail(email), ...names.filter((name) => typeof name === 'string')];
  if (isGuessable(password, known)) {
    const text =
      'must not be your name, your e-mail address or the name of your business with digits or signs around it';
    return { rule: 'same_as_name', text };
  }
  return null;
}

/** The mailbox and the labels of the domain, without the top-level one. */
function partsOfEmail(email: string): string[] {
  const [person = '', host = ''] = email.split('@');
  return [person, ...host.split('.').slice(0, -1)];
}
