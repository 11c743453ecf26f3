// The web app tells errors apart by their code and details, never by the wording of a message.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFiles, root } from '../support/project-files.ts';

const sources = projectFiles('web/src').filter((file) => /\.tsx?$/.test(file));
// A method of a string or regular expression, or a comparison, beside a message.
const matchers = ['test', 'exec', 'match', 'matchAll', 'search', 'includes', 'startsWith', 'split'];
const message = String.raw`messages?(?:\[\d+\]|\.at\(\S*?\))?!?`;
const patterns = [
  new RegExp(String.raw`\.(?:${matchers.join('|')})\([\w.?!]*\b${message}\)`),
  new RegExp(String.raw`\b${message}\??\.(?:${matchers.join('|')}|endsWith|indexOf|replace)\b`),
  new RegExp(String.raw`\b${message} [!=]==? (?!undefined|null)`),
];
// Browsers have no error class for a failed dynamic import.
const allowed = /notLoaded\.test\(message\)/;

for (const [line, isFound] of [
  ["if (/^Only an owner/.test(error.messages[0]!)) return 'ownersOnly';", true],
  ["const isBusy = error.message.includes('imports are under way');", true],
  ['const found = pattern.exec(message);', true],
  ['if (error.messages[0] === otherBrandMessage) brandRefused();', true],
  ["const [name = ''] = message.split(' ', 1);", true],
  ["if (error.code === 'other_brand') brandRefused();", false],
  ['{message !== null && (', false],
  ['const isDay = day.test(askedDay);', false],
] as const) {
  test(`${isFound ? 'finds' : 'allows'} ${line}`, () => {
    assert.equal(
      patterns.some((pattern) => pattern.test(line)),
      isFound,
    );
  });
}

test('no source matches a message of the server', () => {
  assert.ok(sources.length > 100);
  const found = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => patterns.some((pattern) => pattern.test(line)) && !allowed.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
