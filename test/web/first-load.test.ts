// What a browser loads before it shows the board, counted in the files of the build.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildWeb } from '../../scripts/build-web.ts';

const folder = join(import.meta.dirname, '..', '..', 'web', 'dist');
const scriptBytesMax = 150_000;
const styleBytesMax = 40_000;

let names: string[];

before(async () => {
  await buildWeb();
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  names = withImports(
    [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, name]) => name!),
  );
});

test('the scripts of the board are at most 150 KB, compressed', () => {
  const bytes = bytesOf(/\.js$/);
  assert.ok(bytes > 50_000, `${bytes} bytes: the scripts were not found`);
  assert.ok(bytes <= scriptBytesMax, `${bytes} bytes in ${names.join(', ')}`);
});

test('its styles are at most 40 KB, compressed', () => {
  const bytes = bytesOf(/\.css$/);
  assert.ok(bytes > 5_000, `${bytes} bytes: the styles were not found`);
  assert.ok(bytes <= styleBytesMax, `${bytes} bytes`);
});

// In the build, each of these is in the file of its part only.
const signs = {
  tables: 'TableScrollContainer',
  dialogs: 'ModalRoot',
  charts: 'uplot',
  calendar: 'time-grid',
  'drag and drop': 'announcements',
};

for (const [part, sign] of Object.entries(signs)) {
  test(`${part}: loaded later`, () => {
    const all = readdirSync(join(folder, 'assets')).filter((name) => name.endsWith('.js'));
    const having = all
      .map((name) => `assets/${name}`)
      .filter((name) => textOf(name).includes(sign));
    assert.ok(having.length > 0, 'the sign is in the build');
    assert.deepEqual(
      having.filter((name) => names.includes(name)),
      [],
    );
  });
}

/** With all files that these import statically. */
function withImports(first: string[]): string[] {
  const all = new Set(first);
  for (const name of all) {
    if (!name.endsWith('.js')) continue;
    for (const [, other] of textOf(name).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
      all.add(`assets/${other}`);
    }
  }
  return [...all];
}

function bytesOf(kind: RegExp): number {
  const files = names.filter((name) => kind.test(name));
  return files.reduce((sum, name) => sum + gzipSync(textOf(name), { level: 9 }).length, 0);
}

function textOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
