// One picture process: makes one picture at a time, or says what its exit means for the picture.
import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { type Channel, RpcClient, WorkerExited } from '#runtime/rpc-client.ts';
import { PictureRefused } from './picture.ts';
import {
  type MadePicture,
  noResponse,
  type PictureRequest,
  readResponse,
} from './process-messages.ts';
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
  readonly #rpc: RpcClient<PictureRequest, unknown>;
  #lastWords = '';

  constructor(limits: ProcessLimits) {
    const child = startPictureProcess(limits);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-lastWordsLengthMax);
    });
    this.#rpc = new RpcClient('the picture process', channelOf(child));
    void this.#watchStart();
    this.ended = this.#watchExit();
  }

  /** Null as soon as it has started. It may be given a picture before. */
  whyNotStarted(startMsMax: number): Promise<string | null> {
    const started = this.#rpc.ready.then(
      () => null,
      ({ message }: Error) => `${message} ${this.#lastWords}`.trim(),
    );
    const timeout = Promise.withResolvers<string>();
    const late = `it did not start within ${startMsMax} ms`;
    const timer = setTimeout(() => timeout.resolve(late), startMsMax);
    return Promise.race([started, timeout.promise]).finally(() => clearTimeout(timer));
  }

  /** One at a time. */
  async make(request: PictureRequest, msMax: number): Promise<MadePicture> {
    if (!this.isAlive) throw refusalForEnd('before', false, this.#lastWords);
    this.picturesTaken += 1;
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => timeout.reject(this.#refusalForTimeout(msMax)), msMax);
    const response = await Promise.race([this.#rpc.request(request), timeout.promise])
      .then(readResponse)
      .catch((error: Error) => {
        if (error instanceof WorkerExited) throw this.#refusalForExit(error);
        // Without waiting for its exit: a process that hangs on a dead disk may take long to die.
        void this.end();
        throw error instanceof PictureRefused ? error : noResponse();
      })
      .finally(() => clearTimeout(timer));
    if (response.kind === 'made') return response.made;
    throw new PictureRefused(response.code, response.message, response.code === 'storage_failed');
  }

  async end(): Promise<void> {
    this.isAlive = false;
    await this.#rpc.kill();
  }

  async #watchStart(): Promise<void> {
    this.isReady = await this.#rpc.ready.then(
      () => true,
      () => false,
    );
  }

  async #watchExit(): Promise<void> {
    await this.#rpc.exited;
    this.isAlive = false;
  }

  /** A picture that took so long would hold up others again. One that never began may pass. */
  #refusalForTimeout(msMax: number): PictureRefused {
    const code = this.isReady ? 'image_too_big' : 'storage_failed';
    return new PictureRefused(code, `not made within ${msMax} ms`, !this.isReady);
  }

  #refusalForExit({ cause }: WorkerExited): PictureRefused {
    return refusalForEnd((cause as Error).message, this.isReady, this.#lastWords);
  }
}

function channelOf(child: ChildProcess): Channel {
  const exit = Promise.withResolvers<Error>();
  child.on('error', exit.resolve);
  child.once('close', (code, signal) => exit.resolve(new Error(signal ?? endOf(code))));
  return {
    // A process that cannot be told has exited, and its exit is the answer.
    post: (message) => child.send(message as object, () => {}),
    kill: () => void child.kill('SIGKILL'),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => void exit.promise.then(listener),
  };
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
