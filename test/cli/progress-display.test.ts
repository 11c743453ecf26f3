import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressDisplay } from '../../cli/progress-display.ts';

function displayOn({ isTTY }: { isTTY: boolean }) {
  const clock = { ms: 1_000_000 };
  const written: string[] = [];
  const screen = { isTTY, write: (text: string) => written.push(text) };
  return { clock, written, display: progressDisplay(screen, () => clock.ms) };
}

test('a terminal gets one line that is redrawn', () => {
  const { clock, written, display } = displayOn({ isTTY: true });
  display.show({ rowsDone: 500, rowsInAll: 2_000 });
  clock.ms += 10;
  display.show({ rowsDone: 600, rowsInAll: 2_000 });
  clock.ms += 990;
  display.show({ rowsDone: 1_000, rowsInAll: 2_000 });
  clock.ms += 61_000;
  display.show({ rowsDone: 1_010, rowsInAll: 2_000 });
  display.end();
  assert.deepEqual(written, [
    '\r\u001b[Kmoving ██████░░░░░░░░░░░░░░░░░░ 25%, 500 of 2000 rows',
    // Rows from before the start do not count towards the rate.
    '\r\u001b[Kmoving ████████████░░░░░░░░░░░░ 50%, 1000 of 2000 rows, 500 rows/s, 2 s left',
    '\r\u001b[Kmoving ████████████░░░░░░░░░░░░ 50%, 1010 of 2000 rows, 8 rows/s, 2 min 1 s left',
    '\r\u001b[K',
  ]);
});

test('a log gets a line from time to time, and none for a short run', () => {
  const { clock, written, display } = displayOn({ isTTY: false });
  for (let second = 0; second < 12; second++) {
    display.show({ rowsDone: second * 10, rowsInAll: 0 });
    clock.ms += 1_000;
  }
  display.end();
  assert.equal(written.length, 2);
  assert.match(written[0]!, /^moving █{24} 100%, 50 of 0 rows, 10 rows\/s, .*\n$/);
});
