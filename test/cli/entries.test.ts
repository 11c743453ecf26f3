// Program entries: they refuse an old Node and use a compile cache of their own.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { call } from '../support/call.ts';
import { commandProcess, temporaryFolder } from '../support/command-line.ts';
import { withoutPrivileges } from '../support/failed-start.ts';
import { needs } from '../support/needs.ts';
import { startServer } from '../support/server.ts';

const projectRoot = join(import.meta.dirname, '..', '..');
const entries = ['server/main.js', 'cli/vakwerk.js'];
const folder = temporaryFolder();
after(() => folder.remove());

describe('an old Node', () => {
  const assertRefusal = (entry: string, command: string, ...options: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, [...options, entry], {
      cwd: projectRoot,
      env: { DATA_DIR: folder.file('never-made') },
      encoding: 'utf8',
    });
    assert.match(
      stderr,
      /^Vakwerk needs Node 26 and this is Node \d+\.\S+; run it with npm start [^\n]+\n$/,
    );
    assert.deepEqual([status, stdout], [1, '']);
  };

  for (const entry of entries) {
    test(`${entry} says that it is too old`, () => {
      const version = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' })`;
      assertRefusal(entry, process.execPath, '--import', `data:text/javascript,${version}`);
    });

    test(`${entry} can be parsed by an old Node of this machine`, (t) => {
      const old = oldNode();
      if (old === null) return t.skip(needs('an old Node'));
      assertRefusal(entry, old);
    });
  }
});

describe('compiled code', () => {
  test('is not cached in a folder that others can write to', async () => {
    const temporary = folder.file('temporary');
    mkdirSync(temporary);
    const dataDir = folder.file('cache');
    const server = await startServer({ dataDir, env: { TMPDIR: temporary } });
    await server.stop();
    await commandProcess(dataDir, { TMPDIR: temporary }).json('brands', 'list');
    assert.deepEqual(readdirSync(temporary), []);
    assert.ok(readdirSync(join(projectRoot, 'node_modules/.cache/vakwerk')).length > 0);
  });

  test('works without a writable cache folder', async (t) => {
    const wrapper = withoutPrivileges();
    if (wrapper === null) return t.skip(needs('setpriv'));
    if (wrapper.length === 0) return t.skip(needs('root'));
    const dataDir = folder.file('unprivileged');
    mkdirSync(dataDir);
    chmodSync(folder.path, 0o755);
    chownSync(dataDir, 65_534, 65_534);
    const server = await startServer({ dataDir, wrapper });
    try {
      assert.equal((await call(server, '/readyz')).status, 200);
    } finally {
      await server.stop();
    }
  });
});

/** The first Node on the PATH that is too old, if any. */
function oldNode(): string | null {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'node'));
  const isOld = (path: string) =>
    Number.parseInt(execFileSync(path, ['-p', 'process.versions.node']).toString(), 10) < 26;
  return paths.find((path) => existsSync(path) && isOld(path)) ?? null;
}
