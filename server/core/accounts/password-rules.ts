// Which passwords are taken. Length does most of the work; the list stops those that are tried first.
import { passwordLengthMax, passwordLengthMin } from '#contract/limits.ts';
import { countCharacters } from '../reading/clean-text.ts';

// Of the commonest, those that are long enough to pass otherwise, in small letters.
const commonPasswords = new Set(
  `1234567890 12345678910 123456789a 0123456789 0987654321 9876543210 1111111111 0000000000
  1q2w3e4r5t 1qaz2wsx3edc qwertyuiop qwerty1234 qwerty12345 qwerty123456 azertyuiop asdfghjkl1
  password12 password123 password1234 passw0rd123 p@ssword123 p@ssw0rd123 wachtwoord wachtwoord1
  wachtwoord12 wachtwoord123 welkom12345 welkom1234 welkom2024 welkom2025 welkom2026 welcome123
  welcome1234 welcome2025 welcome2026 letmein123 iloveyou12 iloveyou123 administrator admin12345
  admin123456 changeme123 changemenow abcdefghij abcd123456 abc1234567 feyenoord1 feyenoord010
  amsterdam1 amsterdam020 football123 voetbal123 vakwerk123 vakwerk1234 loodgieter loodgieter1
  superman123 sunshine123 princess123 qazwsxedcr zaq12wsxcde 1q2w3e4r5t6y q1w2e3r4t5 aaaaaaaaaa
  1234512345 1122334455 1234554321 5555555555 7777777777 9999999999 testtest123 test123456`.split(
    /\s+/,
  ),
);

/** As it is hashed: the same letters typed on another keyboard are the same password. */
export function passwordText(typed: string): string {
  return typed.normalize('NFKC');
}

/** What is wrong with a new password, or null; reads on from the field's name. */
export function refusalOfPassword(password: string, email: string): string | null {
  const length = countCharacters(password);
  if (length < passwordLengthMin) return `must be at least ${passwordLengthMin} characters`;
  if (length > passwordLengthMax) return `must be at most ${passwordLengthMax} characters`;
  const small = password.toLowerCase();
  if (commonPasswords.has(small.trim()) || isOneCharacter(small)) {
    return 'is one of the commonest passwords: choose another';
  }
  if (small.trim() === email.trim().toLowerCase()) return 'must not be your e-mail address';
  return null;
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}
