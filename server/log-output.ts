// Standard output, as the log writes to it. The log is the first thing to give way: when the disk under it is full or
// nobody reads the pipe, lines wait up to a bound, further ones are dropped and counted, and nothing else waits.
import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Logger } from 'pino';

interface LogOutputOptions {
  /** Writes as soon as so many characters wait, and all that waits twice a second. */
  pieceLength: number;
  /** Called when the log can be written again, with the number of lines that were dropped. */
  onRecovered(dropped: number): void;
}

const standardOutput = 1;
const waitingLengthMax = 1024 * 1024;
const flushEveryMs = 500;
const fullPipeRetryMs = 50;
// For a reader that is slow, not gone, when the program ends.
const lastWaitMsMax = 250;
const lastRetryMs = 5;
const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export class LogOutput {
  readonly #options: LogOutputOptions;
  readonly #isFile = fstatSync(standardOutput).isFile();
  readonly #descriptor = this.#isFile ? standardOutput : openNonBlocking();
  readonly #flushing = setInterval(() => this.flush(), flushEveryMs).unref();
  #text = '';
  /** What is being written, less what was. */
  #piece: Buffer | null = null;
  #isWriting = false;
  /** After a failure, until it is tried again: a try for each line would cost more than the line. */
  #isBlocked = false;
  #dropped = 0;
  #untold = 0;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    process.once('exit', () => this.flushSync());
    for (const signal of endingSignals) process.once(signal, () => this.#flushAtSignal(signal));
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#text.length + line.length > waitingLengthMax) {
      this.#dropped++;
      this.#untold++;
      return;
    }
    this.#text += line;
    if (this.#text.length >= this.#options.pieceLength) this.flush();
  }

  flush(): void {
    while (!this.#isWriting && !this.#isBlocked && this.#takePiece()) {
      if (this.#isFile) this.#writeBeside();
      else this.#writeNow();
    }
  }

  /** For the end of the program, and after a fatal line: what cannot be written within moments is given up. */
  flushSync(): void {
    // A write under way in another thread is finished there.
    if (this.#isWriting) this.#piece = null;
    const deadline = performance.now() + lastWaitMsMax;
    while (this.#takePiece()) {
      try {
        this.#advance(writeSync(this.#descriptor, this.#piece!));
      } catch (error) {
        if (!isFullPipe(error) || performance.now() > deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lastRetryMs);
      }
    }
  }

  /** A signal that nobody else listens to would end the process without its `exit` event, at a start for example. */
  #flushAtSignal(signal: NodeJS.Signals): void {
    if (process.listenerCount(signal) > 0) return;
    const end = () => {
      this.flushSync();
      process.kill(process.pid, signal);
    };
    // Unlike an exit, a signal does not let another thread finish its write.
    if (this.#isWriting) setTimeout(end, lastWaitMsMax);
    else end();
  }

  stop(): void {
    clearInterval(this.#flushing);
  }

  #takePiece(): boolean {
    if (this.#piece === null && this.#text !== '') {
      this.#piece = Buffer.from(this.#text);
      this.#text = '';
    }
    return this.#piece !== null;
  }

  // A disk that is slow holds up a thread of Node's pool, not the one that answers requests.
  #writeBeside(): void {
    this.#isWriting = true;
    write(this.#descriptor, this.#piece!, (error, written) => {
      this.#isWriting = false;
      if (error) return this.#tryLater(error);
      this.#advance(written);
      if (this.#piece !== null || this.#text.length >= this.#options.pieceLength) this.flush();
    });
  }

  #writeNow(): void {
    try {
      this.#advance(writeSync(this.#descriptor, this.#piece!));
    } catch (error) {
      this.#tryLater(error);
    }
  }

  #advance(written: number): void {
    if (this.#piece !== null && written < this.#piece.length) {
      this.#piece = this.#piece.subarray(written);
      return;
    }
    this.#piece = null;
    if (this.#untold === 0 || this.#text !== '') return;
    const dropped = this.#untold;
    this.#untold = 0;
    this.#options.onRecovered(dropped);
  }

  #tryLater(error: unknown): void {
    this.#isBlocked = true;
    const retryMs = isFullPipe(error) ? fullPipeRetryMs : flushEveryMs;
    setTimeout(() => {
      this.#isBlocked = false;
      this.flush();
    }, retryMs).unref();
  }
}

export function logDroppedLines(logger: Logger, dropped: number): void {
  logger.warn({ dropped }, 'lines of the log were dropped: its disk was full, or nobody read it');
}

/** A pipe, a socket or a terminal: a write that would have to wait fails with EAGAIN instead. */
function openNonBlocking(): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    // Opened anew, so that other processes that write to it still may wait. Linux can.
    return openSync(`/proc/self/fd/${standardOutput}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return makeNonBlocking();
  }
}

// Kept: a socket that nobody refers to is closed.
let keptSocket: Socket | undefined;

/** Node sets O_NONBLOCK on what it makes a socket of, and has no other way to. */
function makeNonBlocking(): number {
  try {
    keptSocket = new Socket({ fd: standardOutput, readable: false, writable: true });
    keptSocket.unref();
  } catch {
    // A terminal of another user, say: there a write waits.
  }
  return standardOutput;
}

function isFullPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN';
}
