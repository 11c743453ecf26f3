// The clock for stored times keeps its promises, whatever happens to the clock behind it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { clockStepMsMax, SteadyClock } from '#core/steady-clock.ts';

const [second, hour] = [1_000, 3_600_000];

/** With a second, settable clock. */
function clocks() {
  let passed = 0;
  let source = 1_700_000_000_000;
  const clock = new SteadyClock(() => passed);
  const read = (delayMs = 0) => {
    const [askedAt, time] = [passed, source];
    pass(delayMs);
    clock.correct({ time, askedAt, answeredAt: passed });
  };
  const pass = (ms: number) => {
    passed += ms;
    source += ms;
  };
  read();
  return { clock, read, pass, set: (ms: number) => (source += ms), source: () => source };
}

test('it follows the other clock', () => {
  const { clock, read, pass, source } = clocks();
  for (const ms of [0, 1, 50, hour]) {
    pass(ms);
    assert.equal(clock.now(), source());
    read();
    assert.equal(clock.now(), source());
  }
});

test('a step of the other clock counts once it is read', () => {
  for (const step of [hour, -hour]) {
    const { clock, read, pass, set, source } = clocks();
    const before = clock.now();
    set(step);
    pass(second);
    assert.equal(clock.now(), before + second);
    read();
    assert.equal(clock.now(), source());
  }
});

test('after a small step back it neither goes back nor stands still', () => {
  const step = fc.integer({ min: 1, max: clockStepMsMax });
  fc.assert(
    fc.property(step, fc.array(fc.integer({ min: 2, max: hour })), (back, pauses) => {
      const { clock, read, pass, set, source } = clocks();
      let last = clock.now();
      set(-back);
      for (const ms of pauses) {
        read();
        pass(ms);
        const now = clock.now();
        assert.ok(now - last >= Math.floor(ms / 2) && now - last <= ms + 1);
        assert.ok(now >= source());
        last = now;
      }
      read();
      pass(2 * back);
      assert.equal(clock.now(), source());
    }),
  );
});

test('a slow reading moves it no further than it proves', () => {
  const { clock, read, set, source } = clocks();
  read(10 * second);
  assert.equal(clock.now(), source());
  set(hour);
  read(10 * second);
  assert.ok(Math.abs(clock.now() - source()) <= 10 * second);
});

test('earlier times stay lower bounds, unless they lie far ahead', () => {
  const { clock, source } = clocks();
  clock.notBefore(source() + 5 * second);
  assert.equal(clock.now(), source() + 5 * second);
  clock.notBefore(source() + hour);
  assert.equal(clock.now(), source());
});
