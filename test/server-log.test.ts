// Logged lines reach the output before the program exits, also on an immediate exit.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const logging = `
  import { openLog } from '#server/server-log.ts';
  const log = openLog('info', null);
  const request = { method: 'GET', route: '/healthz', status: 200, ms: 1.5, keyId: null, memberId: null };
  for (let count = 0; count < 20; count++) log.request({ requestId: 'id-' + count, ...request });
  log.logger.debug('too little to tell');
`;

function linesOf(program: string): { msg: string; requestId?: string }[] {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['--input-type=module-typescript', '--eval', logging + program],
    { cwd: `${import.meta.dirname}/..`, encoding: 'utf8' },
  );
  assert.equal(status, 1, stderr);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const requests = Array.from({ length: 20 }, (_, count) => `id-${count}`);

test('a program that exits has written all its lines', () => {
  const lines = linesOf('process.exit(1)');
  assert.deepEqual(
    lines.map((line) => line.requestId),
    requests,
  );
});

test('a fatal line is written synchronously', () => {
  const lines = linesOf(`
    log.logger.fatal('the end');
    process.removeAllListeners('exit');
    process.reallyExit(1);
  `);
  assert.deepEqual(
    lines.map((line) => line.requestId ?? line.msg),
    [...requests, 'the end'],
  );
});
