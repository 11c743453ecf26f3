// Writes the log to standard output without ever blocking the server. When the disk is full or
// nobody reads the pipe, a bounded number of characters is buffered; further lines are dropped
// and counted.
import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Logger } from 'pino';

interface LogOutputOptions {
  /** Writes as soon as so many characters are buffered, and twice a second in any case. */
  chunkLength: number;
  /** Called with the number of dropped lines when writing works again. */
  onRecovered(dropped: number): void;
}

const standardOutput = 1;
const bufferLengthMax = 1024 * 1024;
const flushEveryMs = 500;
const fullPipeRetryMs = 50;
// For a slow reader when the process exits.
const lastWaitMsMax = 250;
const lastRetryMs = 5;
const endingSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export class LogOutput {
  readonly #options: LogOutputOptions;
  readonly #isFile = fstatSync(standardOutput).isFile();
  readonly #descriptor = this.#isFile ? standardOutput : openNonBlocking();
  readonly #flushing = setInterval(() => this.flush(), flushEveryMs).unref();
  #text = '';
  /** The chunk being written, without what is already written. */
  #chunk: Buffer | null = null;
  #isWriting = false;
  /** Set after a failure until the retry: trying for each line would cost more than the line. */
  #isBlocked = false;
  #dropped = 0;
  #unreported = 0;

  constructor(options: LogOutputOptions) {
    this.#options = options;
    process.once('exit', () => this.flushSync());
    for (const signal of endingSignals) process.once(signal, () => this.#flushAtSignal(signal));
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#text.length + line.length > bufferLengthMax) {
      this.#dropped++;
      this.#unreported++;
      return;
    }
    this.#text += line;
    if (this.#text.length >= this.#options.chunkLength) this.flush();
  }

  flush(): void {
    while (!this.#isWriting && !this.#isBlocked && this.#takeChunk()) {
      if (this.#isFile) this.#writeInPool();
      else this.#writeNow();
    }
  }

  /** For the exit of the process, and after a fatal line. Lines that cannot be written in time are lost. */
  flushSync(): void {
    // A write in flight is finished by its thread.
    if (this.#isWriting) this.#chunk = null;
    const deadline = performance.now() + lastWaitMsMax;
    while (this.#takeChunk()) {
      try {
        this.#advance(writeSync(this.#descriptor, this.#chunk!));
      } catch (error) {
        if (!isFullPipe(error) || performance.now() > deadline) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lastRetryMs);
      }
    }
  }

  /**
   * A signal without other listeners, during startup for example, ends the process without an
   * `exit` event.
   */
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

  #takeChunk(): boolean {
    if (this.#chunk === null && this.#text !== '') {
      this.#chunk = Buffer.from(this.#text);
      this.#text = '';
    }
    return this.#chunk !== null;
  }

  // A slow disk blocks a thread of libuv's pool, not the main thread.
  #writeInPool(): void {
    this.#isWriting = true;
    write(this.#descriptor, this.#chunk!, (error, written) => {
      this.#isWriting = false;
      if (error) return this.#retryLater(error);
      this.#advance(written);
      if (this.#chunk !== null || this.#text.length >= this.#options.chunkLength) this.flush();
    });
  }

  #writeNow(): void {
    try {
      this.#advance(writeSync(this.#descriptor, this.#chunk!));
    } catch (error) {
      this.#retryLater(error);
    }
  }

  #advance(written: number): void {
    if (this.#chunk !== null && written < this.#chunk.length) {
      this.#chunk = this.#chunk.subarray(written);
      return;
    }
    this.#chunk = null;
    if (this.#unreported === 0 || this.#text !== '') return;
    const dropped = this.#unreported;
    this.#unreported = 0;
    this.#options.onRecovered(dropped);
  }

  #retryLater(error: unknown): void {
    this.#isBlocked = true;
    const retryMs = isFullPipe(error) ? fullPipeRetryMs : flushEveryMs;
    setTimeout(() => {
      this.#isBlocked = false;
      this.flush();
    }, retryMs).unref();
  }
}

export function logDroppedLines(logger: Logger, dropped: number): void {
  logger.warn({ dropped }, 'log lines were dropped: the disk was full, or nobody read the output');
}

/** For a pipe, socket or terminal: a write that would block fails with EAGAIN instead. */
function openNonBlocking(): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    // Reopened, so that other writers to the same pipe still block. Only Linux can.
    return openSync(`/proc/self/fd/${standardOutput}`, O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return makeNonBlocking();
  }
}

// Referenced here because an unreferenced socket is closed.
let outputSocket: Socket | undefined;

/** Wrapping the descriptor in a socket is Node's only way to set O_NONBLOCK. */
function makeNonBlocking(): number {
  try {
    outputSocket = new Socket({ fd: standardOutput, readable: false, writable: true });
    outputSocket.unref();
  } catch {
    // A terminal of another user, for example. Writes to it block.
  }
  return standardOutput;
}

function isFullPipe(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EAGAIN';
}
