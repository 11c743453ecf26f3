// One picture process: makes one picture at a time, or says what its exit means for the picture.
import { constants } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { RpcClient, WorkerExited } from '#runtime/rpc-client.ts';
import { PictureRefused } from './picture.ts';
import {
  type MadePicture,
  invalidResponse,
  type PictureRequest,
  type PictureResponse,
  readResponse,
} from './process-messages.ts';
import { type ProcessLimits, startPictureProcess } from './start-picture-process.ts';

const lastWordsLengthMax = 2_000;
// Decoders and V8 abort when an allocation fails.
const memorySignals = new Set(['SIGABRT', 'SIGTRAP']);
const crashSignals = new Set(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGSYS']);

export class PictureWorker {
  picturesTaken = 0;
  isReady = false;
  /** False from the moment it can take no further picture. */
  isAlive = true;
  readonly #rpc: RpcClient<PictureRequest, unknown>;
  #lastWords = '';

  constructor(limits: ProcessLimits) {
    const child = startPictureProcess(limits);
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-lastWordsLengthMax);
    });
    this.#rpc = new RpcClient('the picture process', {
      // A failed send means that the process has exited, and its exit is the response.
      post: (message) => child.send(message as object, () => {}),
      kill: () => void child.kill('SIGKILL'),
    });
    void this.#rpc.ready.then(
      () => (this.isReady = true),
      () => {},
    );
    let spawnError: Error | undefined;
    child.on('message', (message) => this.#rpc.receive(message));
    child.on('error', (error) => (spawnError = error));
    child.once('close', (code, signal) => {
      this.isAlive = false;
      this.#rpc.exit(spawnError ?? new Error(signal ?? endOf(code)));
    });
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<unknown> {
    return this.#rpc.exited;
  }

  /** Null as soon as the process has started, which `make` does not wait for. */
  async whyNotStarted(startMsMax: number): Promise<string | null> {
    const started = this.#rpc.ready.then(
      () => null,
      ({ message }: Error) => `${message} ${this.#lastWords}`.trim(),
    );
    const late = `it did not start within ${startMsMax} ms`;
    return Promise.race([started, wait(startMsMax, late, { ref: false })]);
  }

  /** One at a time. */
  async make(request: PictureRequest, msMax: number): Promise<MadePicture> {
    if (!this.isAlive) throw refusalForEnd('before', false, this.#lastWords);
    this.picturesTaken += 1;
    const response = await this.#request(request, msMax);
    if (response.kind === 'made') return response.made;
    throw new PictureRefused(response.code, response.message, response.code === 'storage_failed');
  }

  async end(): Promise<void> {
    this.isAlive = false;
    await this.#rpc.kill();
  }

  async #request(request: PictureRequest, msMax: number): Promise<PictureResponse> {
    const timeout = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      // A slow picture would block others again, so it fails for good. One that never began is retried.
      const code = this.isReady ? 'image_too_big' : 'storage_failed';
      timeout.reject(new PictureRefused(code, `not made within ${msMax} ms`, !this.isReady));
    }, msMax);
    try {
      return readResponse(await Promise.race([this.#rpc.request(request), timeout.promise]));
    } catch (error) {
      if (error instanceof WorkerExited) {
        const { message } = (error.cause as Error | undefined) ?? error;
        throw refusalForEnd(message, this.isReady, this.#lastWords);
      }
      // Without waiting for its exit: a process that hangs on a dead disk may take long to die.
      void this.end();
      throw error instanceof PictureRefused ? error : invalidResponse();
    } finally {
      clearTimeout(timer);
    }
  }
}

// A shell and the sandbox add this to the signal number.
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
    // The OOM killer's signal, which need not be due to this picture.
    if (how === 'SIGKILL') return new PictureRefused('image_too_big', message, true);
  }
  return new PictureRefused('storage_failed', message, true);
}
