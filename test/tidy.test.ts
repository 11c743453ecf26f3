// Structure rules: imports run one way, every file is used, no foreign names in texts.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { entryPoints } from '#runtime/program.js';
import { projectFiles, root } from './support/project-files.ts';
import { arrows } from './support/room-arrows.ts';

const files = projectFiles();
const sources = files.filter((file) => /\.[tj]sx?$/.test(file));

const entries: string[] = [
  ...entryPoints,
  'server/main.js',
  'server/pictures/picture-process.js',
  'cli/listen/main.ts',
  'cli/vakwerk.js',
  'sdk/src/index.ts',
  'web/src/form/embed.ts',
  'web/src/main.tsx',
  'web/src/service-worker.ts',
];
const programRooms = /^(contract|server|cli|sdk|web\/src)\//;
const workshopEntries = [
  'bench/run.ts',
  'bench/bare-both.ts',
  'bench/bare-fastify.ts',
  'bench/load.ts',
  'bench/raw-sqlite.ts',
  'bench/raw-writer.ts',
  'demo/run.ts',
  'demo/screenshots.ts',
  'scripts/build-common-passwords.ts',
  'faults/run.ts',
  'scripts/build-places.ts',
  'scripts/build-sdk.ts',
  'scripts/build.ts',
  'scripts/draw-life-cycle.ts',
  'scripts/write-openapi.ts',
  'scripts/write-sdk-types.ts',
  'test/fuzz/run.ts',
  'test/support/picture-server.ts',
  'test/support/quick-setup.ts',
  'test/support/report.ts',
  'test/support/run-setup.ts',
  'test/support/run-in-n8n.ts',
  'test/support/shift-clock.js',
  ...sources.filter((file) => /^test\/(.*\.test\.ts$|support\/fixtures\/)/.test(file)),
];
const workshopRooms = /^(bench|demo|faults|scripts|test\/(fuzz|support))\//;
// Generated, and as long as the contract is.
const madeFiles = new Set(['sdk/src/types.ts']);
// Node calls their exports.
const calledByNode = new Set(['test/support/quick-setup.ts', 'test/support/run-setup.ts']);
const linesMax = 300;
// Test cases are data, which reads faster than code.
const testLinesMax = 400;
const clocksAndChance =
  /Date\.now|Temporal\.Now|new Date\(\)|performance\.|set(Timeout|Interval|Immediate)\b|\brandom\w*\(|getRandomValues|process\./;

test('imports between rooms run one way', () => {
  const wrong = sources.flatMap((file) => {
    const room = roomOf(file);
    const allowed = room && arrows[room];
    if (!allowed) return [];
    return imports
      .get(file)!
      .filter((target) => roomOf(target) !== room)
      .filter((target) => !allowed.includes(roomOf(target) ?? '') && !allowed.includes(target))
      .map((target) => `${file} → ${target}`);
  });
  assert.deepEqual(wrong, []);
});

test('no files import each other in a circle', () => {
  assert.deepEqual(circles(), []);
});

test('the client imports no package and nothing of Node', () => {
  const wrong = sources
    .filter((file) => file.startsWith('sdk/src/'))
    .flatMap((file) =>
      specifiersOf(file)
        .filter((specifier) => !specifier.startsWith('.'))
        .map((specifier) => `${file} → ${specifier}`),
    );
  assert.deepEqual(wrong, []);
});

test('core has no I/O, no clock and no randomness', () => {
  const pureModules = new Set(['node:crypto', 'node:zlib']);
  const wrong = sources
    .filter((file) => file.startsWith('server/core/'))
    .flatMap((file) =>
      specifiersOf(file)
        .filter((specifier) => specifier.startsWith('node:') && !pureModules.has(specifier))
        .map((specifier) => `${file} → ${specifier}`),
    );
  assert.deepEqual(wrong, []);
  for (const file of sources.filter((name) => name.startsWith('server/core/'))) {
    assert.doesNotMatch(read(file), clocksAndChance, file);
  }
});

test('no file is unused', () => {
  const used = reachableFrom(entries);
  const workshop = reachableFrom(workshopEntries);
  const dead = sources.filter(
    (file) =>
      (programRooms.test(file) && !used.has(file)) ||
      (workshopRooms.test(file) && !workshop.has(file)),
  );
  assert.deepEqual(dead, []);
});

test('every exported name is used in another file', () => {
  const dead = sources
    .filter((file) => programRooms.test(file) || workshopRooms.test(file))
    .filter((file) => !madeFiles.has(file) && !calledByNode.has(file))
    .flatMap((file) => {
      const importers = importersOf(file);
      return exportsOf(file)
        .filter((name) => !isUsed(name, file, importers))
        .map((name) => `${file}: ${name}`);
    });
  assert.deepEqual(dead, []);
});

test('every import of ours resolves to a file', () => {
  const missing = sources.flatMap((file) =>
    imports
      .get(file)!
      .filter((target) => !existsSync(join(root, target)))
      .map((target) => `${file} → ${target}`),
  );
  assert.deepEqual(missing, []);
});

test('files stay below the line limit', () => {
  const written = sources.filter((file) => !madeFiles.has(file));
  const most = (file: string) => (file.startsWith('test/') ? testLinesMax : linesMax);
  const long = written.filter((file) => read(file).split('\n').length > most(file));
  assert.deepEqual(long, []);
});

test('the lock files name no host', () => {
  for (const file of files.filter((name) => name.endsWith('package-lock.json'))) {
    assert.doesNotMatch(read(file), /"resolved": "[^"]*[:/]/, file);
  }
});

test('an installation with --omit=dev has every package that runs or builds the web app', () => {
  const ofRoot = dependenciesIn('package.json');
  const ofWeb = dependenciesIn('web/package.json');
  const missing = sources.flatMap((file) => {
    const isOfWeb = /^(web\/|scripts\/build-web\.ts$)/.test(file);
    if (!isOfWeb && !programRooms.test(file)) return [];
    const installed = isOfWeb ? ofWeb : ofRoot;
    return packagesOf(file)
      .filter((name) => !installed.has(name))
      .map((name) => `${file} → ${name}`);
  });
  assert.deepEqual(missing, []);
});

function dependenciesIn(file: string): Set<string> {
  const { dependencies } = JSON.parse(read(file)) as { dependencies: Record<string, string> };
  return new Set(Object.keys(dependencies));
}

/** The packages that a file imports at runtime. */
function packagesOf(file: string): string[] {
  const importing =
    /^(?!import type|export type).*?\b(?:from|import|import\()\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/gm;
  return [...read(file).matchAll(importing)].map((match) => match[1]!);
}

// Test support may import anything.
const rooms = [...Object.keys(arrows), 'test/support'];

function roomOf(file: string): string | undefined {
  return rooms.find((room) => file === room || file.startsWith(`${room}/`));
}

/** The files of each import circle. */
function circles(): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) found.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of imports.get(file)!) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of sources) visit(file, []);
  return found;
}

function reachableFrom(starts: readonly string[]): Set<string> {
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const target of imports.get(file)!) visit(target);
  };
  for (const start of starts) visit(start);
  return reached;
}

/** The source files of ours that a file imports. */
function importsOf(file: string): string[] {
  const ours = specifiersOf(file).filter((specifier) => /\.[tj]sx?$/.test(specifier));
  return ours.flatMap((specifier) => {
    if (specifier.startsWith('.')) return [normalize(join(dirname(file), specifier))];
    if (/^(cli|server)\//.test(specifier)) return [specifier];
    const alias = subpaths.find(([prefix]) => specifier.startsWith(prefix));
    return alias ? [normalize(join(alias[1], specifier.slice(alias[0].length)))] : [];
  });
}

/** The files that import it, also through another file's `export *`. */
function importersOf(file: string): string[] {
  const direct = sources.filter((other) => imports.get(other)!.includes(file));
  const passing = direct.filter((other) => /^export \* from /m.test(read(other)));
  return [...direct, ...passing.flatMap(importersOf)];
}

function exportsOf(file: string): string[] {
  const exporting = /^export (?:async )?(?:function|const|let|class|interface|type) (\w+)/gm;
  return [...new Set([...read(file).matchAll(exporting)].map((match) => match[1]!))];
}

// Tests may import internals, but an export that only they use is dead.
function isUsed(name: string, file: string, importers: string[]): boolean {
  const uses = (other: string) => read(other).split(new RegExp(`\\b${name}\\b`)).length - 1;
  return importers
    .filter((other) => !other.startsWith('test/') || file.startsWith('test/') || uses(file) > 1)
    .some((other) => uses(other) > 0);
}

function specifiersOf(file: string): string[] {
  // The word in quotation marks is a value.
  const importing =
    /(?<!['"])(?:from|import|import\(|new URL\(|moduleOf\(|projectFile\()\s*['"]([^'"]+)['"]/g;
  return [...read(file).matchAll(importing)].map((match) => match[1]!);
}

const texts = new Map<string, string>();

function read(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8');
  texts.set(file, text);
  return text;
}

const subpaths = Object.entries(
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: object }).imports,
).map(([name, target]) => [name.replace('*', ''), String(target).replace('*', '')] as const);

const imports = new Map(sources.map((file) => [file, importsOf(file)]));
