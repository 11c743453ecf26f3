// Detects guessable passwords: common words, names and keyboard runs, with digits and signs around them.
// Each part costs about the base-10 logarithm of the guesses it takes. A password is guessable when its
// cheapest split into parts costs too little.
import { commonPasswords } from './common-passwords.ts';

// Hand-picked English and Dutch words that people use in passwords at work.
const firstWords =
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
  zaterdag zondag kerst kerstmis pasen carnaval sinterklaas vakantie vandaag morgen today tomorrow family familie mama papa mother father moeder vader oma opa baby kids
  kinderen hond kat poes dog cat puppy kitty paard horse tiger tijger lion leeuw eagle butterfly vlinder flower bloem
  chocolate chocolade cookie coffee koffie pizza cheese kaas bier beer banana banaan apple appel orange purple yellow
  green blue red black white zwart wit rood blauw groen geel silver gold diamond money geld lucky geluk happy freedom
  vrijheid forever always angel engel heaven jesus god church michael michelle jennifer jessica ashley daniel thomas
  robert andrew charlie jordan matthew joshua nicole hannah jan piet kees henk joost peter pieter maria anna emma sophie
  julia lisa sanne daan bram lucas finn mark martijn jeroen bas tim tom johan marieke annelies ferrari mercedes porsche
  yamaha honda harley mustang corvette ranger hunter killer soldier marine police fucking fuckyou whatever nothing
  something anything blink access security beveiliging veilig safe private prive super mega best beste cool great good
  goed mooi leuk lekker`.split(/\s+/);
// Keyboard rows, columns and zigzags, and the alphabet.
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
// Leetspeak; l maps to i as well, because 1 stands for both.
const lookAlikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
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
  l: 'i',
};
const costs = { name: 2, letter: 2, firstWord: 3, run: 3, listed: 4, repeating: 1 };
const digitsPerCost = 2;
const usualSignsMax = 3;
// About 10^10 guesses.
const guessableCostMax = 9;
const runLengthMin = 3;
const ownWordLengthMin = 3;
const blockLengthMax = 20;
const wordLengthMax = 30;

/** `names` are words about the person, such as their own name and their brand's. */
export function isGuessable(password: string, names: readonly string[] = []): boolean {
  const own = new Set(names.flatMap(wordsOf));
  const common = costsOfWords();
  const costOfWord = (word: string) => (own.has(word) ? costs.name : common.get(word));
  const text = folded(password);
  return costOf(text, costOfWord, new Map()) + costOfSigns(text) <= guessableCostMax;
}

let known: Map<string, number> | null = null;

/** Built on first use, because it takes a megabyte. */
function costsOfWords(): Map<string, number> {
  known ??= new Map([
    ...commonPasswords.split(' ').map((word) => [asLetters(word), costs.listed] as const),
    ...firstWords.map((word) => [asLetters(word), costs.firstWord] as const),
  ]);
  return known;
}

/** The parts of a name, and adjacent parts joined: "Anna de Vries" includes "devries". */
function wordsOf(name: string): string[] {
  const parts = folded(name)
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '');
  const joined = parts.flatMap((_, from) =>
    parts.slice(from).map((_part, to) => parts.slice(from, from + to + 1).join('')),
  );
  return joined.filter((word) => word.length >= ownWordLengthMin).map(asLetters);
}

/** The minimum cost of splitting the text into parts, by dynamic programming. Single signs are free. */
function costOf(
  text: string,
  costOfWord: (word: string) => number | undefined,
  blocks: Map<string, number>,
): number {
  const letters = asLetters(text);
  // The minimum cost of the text from each index on.
  const least = Array.from({ length: text.length + 1 }, () => Number.POSITIVE_INFINITY);
  least[text.length] = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    const take = (length: number, cost: number) => {
      least[at] = Math.min(least[at]!, cost + least[at + length]!);
    };
    if (isSign(text[at])) take(1, isSign(text[at - 1]) && text[at - 1] !== text[at] ? 1 : 0);
    if (/[a-z]/.test(text[at]!)) take(1, costs.letter);
    for (let length = 1; /\d/.test(text[at + length - 1] ?? ''); length++) {
      take(length, Math.ceil(length / digitsPerCost));
    }
    for (let length = 2; length <= Math.min(wordLengthMax, text.length - at); length++) {
      const cost = costOfWord(letters.slice(at, at + length));
      if (cost !== undefined) take(length, cost);
    }
    for (let length = runLengthMin; length <= lengthOfRun(text, at); length++) {
      take(length, costs.run);
    }
    for (const { block, length } of repeatsAt(text, at)) {
      const cost = blocks.get(block) ?? costOf(block, costOfWord, blocks);
      blocks.set(block, cost);
      take(length, cost + costs.repeating);
    }
  }
  return least[0]!;
}

// People use the same few signs between words; a password generator uses any.
function costOfSigns(text: string): number {
  const signs = new Set([...text].filter(isSign));
  const isAllSigns = [...text].every(isSign);
  return isAllSigns ? 0 : Math.max(0, signs.size - usualSignsMax);
}

function isSign(character: string | undefined): boolean {
  return character !== undefined && /[ -/:-@[-`{-~€]/.test(character);
}

function lengthOfRun(text: string, at: number): number {
  let length = 0;
  const isRun = (wanted: number) =>
    at + wanted <= text.length && rows.some((row) => row.includes(text.slice(at, at + wanted)));
  while (isRun(length + 1)) length++;
  return length;
}

/** Blocks that repeat from this index on, as in "abcabcabc". */
function repeatsAt(text: string, at: number): { block: string; length: number }[] {
  const repeats = [];
  for (let size = 1; size <= Math.min(blockLengthMax, (text.length - at) / 2); size++) {
    const block = text.slice(at, at + size);
    let times = 1;
    while (text.startsWith(block, at + times * size)) times++;
    if (times > 1) repeats.push({ block, length: times * size });
  }
  return repeats;
}

/** Lower case without accents. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** Replaces look-alike digits and signs by letters; keeps the length. */
function asLetters(text: string): string {
  return text.replace(/./gsu, (one) => lookAlikes[one] ?? one);
}
