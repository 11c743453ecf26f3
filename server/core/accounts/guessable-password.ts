// Passwords that are tried first: a common word, a name or keys in a row, with digits and signs around it. The words
// are chosen by hand, English and Dutch, because passwords from public lists are mostly shorter than the least length.
import { countCharacters } from '../reading/clean-text.ts';

const commonWords =
  `password passwort passphrase wachtwoord geheim secret welcome welkom hello hallo letmein login inloggen signin
  admin administrator beheer beheerder root user gebruiker guest gast test testing tester demo default temp changeme change
  iloveyou love liefde lovely schatje liefje lieverd mijn my the de het een and en your you ik now mij first last
  master dragon monkey shadow sunshine princess prinses superman batman spiderman pokemon starwars trustno ninja football
  baseball basketball hockey soccer voetbal tennis ajax feyenoord psv vitesse twente heerenveen utrecht oranje holland
  nederland netherlands belgie belgium vlaanderen amsterdam rotterdam denhaag eindhoven groningen tilburg breda almere
  nijmegen arnhem haarlem antwerpen brussel gent london paris newyork europe america england company bedrijf firma business
  office kantoor werk work job klus klussen vakwerk vakman loodgieter schilder timmerman elektricien installateur aannemer
  dakdekker stukadoor tuinman plumber painter carpenter electrician builder roofer gardener lead leads customer klant
  klanten service support info mail email computer laptop internet google facebook windows microsoft apple iphone samsung
  android server system systeem website zomer winter lente herfst voorjaar najaar summer spring autumn fall season
  januari februari maart april mei juni juli augustus september oktober november december january february march may june
  july august october monday tuesday wednesday thursday friday saturday sunday maandag dinsdag woensdag donderdag vrijdag
  zaterdag zondag vandaag morgen today tomorrow family familie mama papa mother father moeder vader oma opa baby kids
  kinderen hond kat poes dog cat puppy kitty paard horse tiger tijger lion leeuw eagle butterfly vlinder flower bloem
  chocolate chocolade cookie coffee koffie pizza cheese kaas bier beer banana banaan apple appel orange purple yellow
  green blue red black white zwart wit rood blauw groen geel silver gold diamond money geld lucky geluk happy freedom
  vrijheid forever always angel engel heaven jesus god church michael michelle jennifer jessica ashley daniel thomas
  robert andrew charlie jordan matthew joshua nicole hannah jan piet kees henk joost peter pieter maria anna emma sophie
  julia lisa sanne daan bram lucas finn mark martijn jeroen bas tim tom johan marieke annelies ferrari mercedes porsche
  yamaha honda harley mustang corvette ranger hunter killer soldier marine police fucking fuckyou whatever nothing
  something anything blink access security beveiliging veilig safe private prive super mega best beste cool great good
  goed mooi leuk lekker`.split(/\s+/);
// Keys side by side, in rows, in columns and zigzag; and the alphabet.
const rows = [
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'azertyuiop',
  'qwertz',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'zaq12wsxcde34rfvbgt56yhn',
  'qazwsxedcrfvtgbyhnujm',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1b2c3d4e5f6g7',
].flatMap((row) => [row, [...row].toReversed().join('')]);
const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'il',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
};
const piecesMax = 3;
// A date.
const digitsInPieceMax = 8;
const runLengthMin = 3;
const ownWordLengthMin = 3;

/** Whether it is no more than three of such pieces, signs not counted; `names` are words that are said of the person. */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  const text = folded(password);
  const words = [...commonWords, ...names.flatMap(wordsOf)];
  // The least number of pieces that make up the text from each place on.
  const least = Array.from({ length: text.length + 1 }, () => Number.POSITIVE_INFINITY);
  least[text.length] = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const isSign = /[ -/:-@[-`{-~€]/.test(text[at]!);
    const steps = lengthsOfPieces(text, at, words).map((length) => 1 + least[at + length]!);
    least[at] = Math.min(...steps, isSign ? least[at + 1]! : Number.POSITIVE_INFINITY);
  }
  return least[0]! <= piecesMax;
}

/** Also for a name or an address as a whole: the letters of all its parts together. */
function wordsOf(name: string): string[] {
  const parts = folded(name)
    .split(/[^a-z]+/)
    .filter((part) => part !== '');
  return [...parts, parts.join('')].filter((word) => countCharacters(word) >= ownWordLengthMin);
}

function lengthsOfPieces(text: string, at: number, words: readonly string[]): number[] {
  const lengths = words.filter((word) => isWordAt(text, at, word)).map((word) => word.length);
  const digits = /^\d*/.exec(text.slice(at, at + digitsInPieceMax))![0].length;
  const runs = Math.max(lengthOfRun(text, at), lengthOfRepeat(text, at));
  lengths.push(...upTo(1, digits), ...upTo(runLengthMin, runs));
  if (/[a-z]/.test(text[at]!)) lengths.push(1);
  return lengths;
}

function isWordAt(text: string, at: number, word: string): boolean {
  for (let n = 0; n < word.length; n++) {
    const found = text[at + n];
    if (found === undefined) return false;
    if (found !== word[n] && !lookAlikes[found]?.includes(word[n]!)) return false;
  }
  return true;
}

function lengthOfRun(text: string, at: number): number {
  let length = 0;
  const isRun = (wanted: number) =>
    at + wanted <= text.length && rows.some((row) => row.includes(text.slice(at, at + wanted)));
  while (isRun(length + 1)) length++;
  return length;
}

function lengthOfRepeat(text: string, at: number): number {
  let length = 1;
  while (text[at + length] === text[at]) length++;
  return length;
}

function upTo(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => first + n);
}

/** In small letters without accents. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}
