// What a browser loads before it shows the board, counted in the files of the build.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
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

test('the data is asked for before the libraries are there', () => {
  const data = names.findIndex((name) => name.includes('/data-'));
  const libraries = names.findIndex((name) => name.includes('/libraries-'));
  assert.ok(data >= 0 && data < libraries, names.join(', '));
  const needed = withImports([names[data]!]);
  assert.ok(needed.length <= 2 && bytesIn(needed) < 30_000, needed.join(', '));
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
  return bytesIn(names.filter((name) => kind.test(name)));
}

/** As browsers load them. A small file is sent as it is. */
function bytesIn(files: readonly string[]): number {
  const sent = files.map((name) => {
    const compressed = join(folder, `${name}.br`);
    return statSync(existsSync(compressed) ? compressed : join(folder, name)).size;
  });
  return sent.reduce((sum, size) => sum + size, 0);
}

function textOf(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
