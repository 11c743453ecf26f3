// Loaded into a server before everything else: its clock is off by what stands in a file, in every thread, and a test can
// change that at any time.
import { openSync, readSync } from 'node:fs';

const file = openSync(process.env.TEST_CLOCK_FILE, 'r');
const bytes = Buffer.alloc(8);
const RealDate = Date;

function shiftMs() {
  return readSync(file, bytes, 0, 8, 0) === 8 ? bytes.readDoubleLE() : 0;
}

globalThis.Date = class Date extends RealDate {
  static now() {
    return RealDate.now() + shiftMs();
  }

  constructor(...args) {
    if (args.length === 0) super(Date.now());
    else super(...args);
  }
};
