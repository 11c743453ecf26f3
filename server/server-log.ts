// The program's log, on standard output: for people in a terminal, else one JSON object to a line. JSON lines are kept
// together until there are enough of them or somebody asks; handed on one by one, each would be counted anew with all that
// wait before it.
import { hostname } from 'node:os';
import pino, { type Logger } from 'pino';
import type { AnsweredRequest, RequestLines } from '#http/observe-requests.ts';
import { cutError } from '#core/reading/cut-messages.ts';
import type { LogFormat } from './config.ts';
import { openReadableLog } from './readable-log.ts';

export interface ServerLog extends RequestLines {
  logger: Logger;
  /** No line is written any more by itself. */
  stop(): void;
}

const pieceLength = 15 * 1024;
const flushEveryMs = 500;

export function openLog(level: string, format: LogFormat | null): ServerLog {
  const isReadable = format === null ? process.stdout.isTTY : format === 'text';
  return isReadable ? openReadableLog(level) : openJsonLog(level);
}

function openJsonLog(level: string): ServerLog {
  const lines = new WaitingLines();
  const base = { pid: process.pid, hostname: hostname() };
  const serializers = { err: (error: Error) => cutError(pino.stdSerializers.err(error)) };
  const logger = pino({ level, base, serializers }, lines);
  const flushing = setInterval(() => logger.flush(), flushEveryMs).unref();

  const isOn = logger.isLevelEnabled('info');
  const start = `{"level":${logger.levels.values['info']},"time":`;
  const origin = JSON.stringify(base).slice(1, -1);
  return {
    logger,
    // As the logger would write it, and faster: none of the fields needs escaping.
    request({ requestId, method, route, status, ms, keyId, memberId }: AnsweredRequest) {
      if (!isOn) return;
      const key = keyId === null ? '' : `,"keyId":"${keyId}"`;
      const member = memberId === null ? '' : `,"memberId":"${memberId}"`;
      lines.write(
        `${start}${Date.now()},${origin},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}${key}${member},"msg":"request"}\n`,
      );
    },
    stop: () => clearInterval(flushing),
  };
}

class WaitingLines {
  #text = '';
  readonly #output;

  constructor() {
    // Before the output's own, which writes all that waits there when the program ends.
    process.once('exit', () => this.#handOn());
    // What is less than a piece waits there too: a write under way at the end of the program may be lost.
    this.#output = pino.destination({ sync: false, minLength: pieceLength });
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length >= pieceLength) this.#handOn();
  }

  flush(whenDone?: (error?: Error) => void): void {
    this.#handOn();
    this.#output.flush(whenDone);
  }

  /** After a fatal line. */
  flushSync(): void {
    this.#handOn();
    this.#output.flushSync();
  }

  #handOn(): void {
    if (this.#text === '') return;
    const text = this.#text;
    this.#text = '';
    this.#output.write(text);
  }
}
