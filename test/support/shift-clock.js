// Preloaded into a server: shifts its clock by the value in a file, in every thread, and a test can
// change it at any time.
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
