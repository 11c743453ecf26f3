// Generates server/core/accounts/common-passwords.ts from two npm packages with lists of passwords
// and words. The packages take 8 MB and only this script needs them, so they are not dependencies
// of the project.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { passwordLengthMin } from '#contract/limits.ts';

const passwordsMax = 10_000;
const dutchWordsMax = 2_000;
// Shorter words occur in any random text.
const wordLengthMin = 4;

const name = 'commonPasswords';
const root = join(import.meta.dirname, '..');
const packages = process.argv[2] ?? join(root, 'node_modules');
const listOf = (path: string) => join(packages, '@zxcvbn-ts', path);
const passwordsFile = listOf('language-common/src/passwords.json');
const dutchFile = listOf('language-nl-be/src/commonWords.json');

if (!existsSync(passwordsFile) || !existsSync(dutchFile)) {
  console.error(`The packages @zxcvbn-ts/language-common and -nl-be are not in ${packages}.
Install them outside the project and pass the folder:
  npm install --prefix ../password-data @zxcvbn-ts/language-common@4.1.3 @zxcvbn-ts/language-nl-be@3.0.2
  node scripts/build-common-passwords.ts ../password-data/node_modules`);
  process.exit(1);
}

const passwords = read(passwordsFile);
const words = new Set([
  ...passwords.slice(0, passwordsMax).map(wordIn),
  ...read(dutchFile).slice(0, dutchWordsMax).map(wordIn),
  // All passwords that are long enough to be allowed.
  ...passwords.filter((password) => password.length >= passwordLengthMin).map(wordIn),
]);
const kept = [...words].filter((word) => /^[a-z\d]*$/.test(word) && word.length >= wordLengthMin);
const file = join(root, 'server', 'core', 'accounts', 'common-passwords.ts');
writeFileSync(
  file,
  `// Made by scripts/build-common-passwords.ts from @zxcvbn-ts/language-common 4.1.3 and @zxcvbn-ts/language-nl-be 3.0.2, under this
// licence:
${readFileSync(listOf('language-common/LICENSE.txt'), 'utf8').trim().replace(/^/gm, '// ').replace(/ +$/gm, '')}
/** The words of the most common passwords, and common Dutch words, without surrounding digits and signs. */
export const ${name} =
  '${kept.toSorted().join(' ')}';
`,
);
console.log(`${kept.length} words`);

function read(path: string): string[] {
  return JSON.parse(readFileSync(path, 'utf8')) as string[];
}

function wordIn(password: string): string {
  return password
    .normalize('NFKD')
    .toLowerCase()
    .replace(/^[^a-z]+|[^a-z]+$/g, '');
}
