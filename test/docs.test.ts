// The documents name only what is there, and the calls they show work as shown.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { startServer, type TestServer } from './support/server.ts';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const documents = globSync(['*.md', '{docs,bench,places}/*.md'], { cwd: root });
const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

let server: TestServer;
let key: string;
before(async () => {
  server = await startServer();
  key = await server.createKey();
});
after(() => server.stop());

for (const document of documents) {
  const text = readFileSync(join(root, document), 'utf8');

  test(`${document}: links lead to files`, () => {
    const links = [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)].map((match) => match[1]!);
    const local = links.filter((link) => !/^[a-z]+:/.test(link));
    const dead = local.filter((link) => !existsSync(join(root, dirname(document), link)));
    assert.deepEqual(dead, []);
  });

  test(`${document}: npm scripts exist`, () => {
    const named = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map((match) => match[1]!);
    assert.deepEqual(
      named.filter((name) => !scripts.includes(name)),
      [],
    );
  });

  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  for (const [index, block] of blocks.filter((one) => one.includes('curl ')).entries()) {
    test(`${document}: calls of block ${index + 1} work`, async () => {
      for (const call of callsIn(block)) {
        const line = call.replaceAll('http://127.0.0.1:3000', server.url);
        const { stdout } = await run('bash', ['-c', `${line} -sS -o /dev/null -w '%{http_code}'`], {
          env: { ...process.env, KEY: key },
        });
        assert.match(stdout, /^20[01]$/, call);
      }
    });
  }
}

// A call may go on over several lines, each but the last ending in a backslash.
function callsIn(block: string): string[] {
  return block
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith('curl '));
}
