// The server's side of one picture process: a question, its answer, or what its end means.
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { PictureRefused } from './picture.ts';
import { type MadePicture, type PictureQuestion, readAnswer } from './process-messages.ts';
import { type ProcessLimits, startPictureProcess } from './start-picture-process.ts';

const lastWordsLengthMax = 2_000;
// The decoders and V8 end themselves this way when they get no memory.
const memorySignals = new Set(['SIGABRT', 'SIGTRAP']);
const crashSignals = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGSYS']);

export class PictureWorker {
  picturesTaken = 0;
  isReady = false;
  /** False from the moment it can take no further picture. */
  isAlive = true;
  /** Resolves when the process is gone. */
  readonly ended: Promise<void>;
  /** Why it ended before it could take a picture; null when it can. */
  readonly #start = Promise.withResolvers<string | null>();
  readonly #child: ChildProcess;
  #lastWords = '';
  #settle: ((outcome: MadePicture | PictureRefused) => void) | null = null;

  constructor(limits: ProcessLimits) {
    this.#child = startPictureProcess(limits);
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-lastWordsLengthMax);
    });
    this.#child.on('message', (message) => this.#hear(message));
    this.ended = new Promise((resolve) => {
      const onEnd = (how: string) => {
        this.isAlive = false;
        this.#start.resolve(`${how} ${this.#lastWords}`.trim());
        this.#settle?.(refusalForEnd(how, this.isReady, this.#lastWords));
        resolve();
      };
      this.#child.once('error', (error) => onEnd(error.message));
      this.#child.once('close', (code, signal) => onEnd(signal ?? endOf(code)));
    });
  }

  /** Null as soon as it has started. It may be given a picture before. */
  async whyNotStarted(startMsMax: number): Promise<string | null> {
    const deadline = setTimeout(
      () => this.#start.resolve(`it did not start within ${startMsMax} ms`),
      startMsMax,
    );
    const reason = await this.#start.promise;
    clearTimeout(deadline);
    return reason;
  }

  /** One at a time. */
  make(question: PictureQuestion, msMax: number): Promise<MadePicture> {
    if (!this.isAlive) return Promise.reject(refusalForEnd('before', false, this.#lastWords));
    this.picturesTaken += 1;
    return new Promise((resolve, reject) => {
      const deadline = setTimeout(() => {
        // A picture that took so long would hold up others again. One that never began may pass.
        const code = this.isReady ? 'image_too_big' : 'storage_failed';
        this.#giveUp(new PictureRefused(code, `not made within ${msMax} ms`, !this.isReady));
      }, msMax);
      this.#settle = (outcome) => {
        clearTimeout(deadline);
        this.#settle = null;
        if (outcome instanceof PictureRefused) reject(outcome);
        else resolve(outcome);
      };
      // A process that cannot be told has ended, and its end is the answer.
      this.#child.send(question, () => {});
    });
  }

  async end(): Promise<void> {
    this.isAlive = false;
    this.#child.kill('SIGKILL');
    await this.ended;
  }

  #hear(message: unknown): void {
    const answer = readAnswer(message);
    if (answer === null) {
      this.#giveUp(new PictureRefused('not_an_image', 'the answer made no sense', false));
    } else if (answer.kind === 'ready') {
      this.isReady = true;
      this.#start.resolve(null);
    } else if (answer.kind === 'made') {
      this.#settle?.(answer.made);
    } else {
      const mayPass = answer.code === 'storage_failed';
      this.#settle?.(new PictureRefused(answer.code, answer.message, mayPass));
    }
  }

  // Not after its end: a process that hangs on a dead disk may take long to die.
  #giveUp(refusal: PictureRefused): void {
    void this.end();
    this.#settle?.(refusal);
  }
}

// By which a shell and the sandbox tell of a signal.
const signalCodeBase = 128;

function endOf(code: number | null): string {
  const number = (code ?? 0) - signalCodeBase;
  const signal = Object.entries(constants.signals).find(([, one]) => one === number);
  return signal ? signal[0] : `code ${code}`;
}

function refusalForEnd(how: string, wasReady: boolean, lastWords: string): PictureRefused {
  const message = `the picture process ended: ${how} ${lastWords}`.trim();
  if (wasReady) {
    if (memorySignals.has(how)) return new PictureRefused('image_too_big', message, false);
    if (crashSignals.has(how)) return new PictureRefused('not_an_image', message, false);
    // What the system does when memory is short, which need not be due to this picture.
    if (how === 'SIGKILL') return new PictureRefused('image_too_big', message, true);
  }
  return new PictureRefused('storage_failed', message, true);
}
