// Starts servers of its own, whose threads exit.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { temporaryFolder } from '../support/command-line.ts';
import { runToEnd } from '../support/failed-start.ts';

const folder = temporaryFolder();
after(() => folder.remove());

const cases = [
  { engine: 'SQLite', module: 'database-thread', thread: /database (reader|writer)/ },
  {
    engine: 'PostgreSQL',
    module: 'postgres-thread',
    thread: /database/,
    // Never connected to.
    databaseUrl: 'postgres://127.0.0.1:1/none',
  },
];

for (const { engine, module, thread, databaseUrl } of cases) {
  test(`a thread that exits before it is ready fails the start on ${engine}`, async () => {
    const script = `import { workerData } from 'node:worker_threads';
      if (workerData?.module?.includes('${module}')) process.exit(0);`;
    const preload = `data:text/javascript,${encodeURIComponent(script)}`;
    const { code, stderr } = await runToEnd({
      dataDir: folder.file(engine),
      ...(databaseUrl && { databaseUrl }),
      env: { NODE_OPTIONS: `--import=${preload}` },
    });
    assert.equal(code, 1, stderr);
    assert.match(stderr, new RegExp(`^vakwerk: ${thread.source}: ended before it was ready\n$`));
  });
}
