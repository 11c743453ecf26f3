// The program's log, on standard output: for people in a terminal, else one JSON object to a line.
import { hostname } from 'node:os';
import { isatty } from 'node:tty';
import pino, { type Logger } from 'pino';
import type { AnsweredRequest, RequestLines } from '#http/observe-requests.ts';
import { cutError } from '#core/reading/cut-messages.ts';
import type { LogFormat } from './config.ts';
import { LogOutput, logDroppedLines } from './log-output.ts';
import { openReadableLog } from './readable-log.ts';

interface ServerLog extends RequestLines {
  logger: Logger;
  /** Text for the operator, as it is. */
  print(text: string): void;
  /** Lines that could not be written, so far. */
  dropped(): number;
  /** No line is written any more by itself. */
  stop(): void;
}

// JSON lines are kept together until there are enough of them or half a second is over: a write for each would cost more.
const pieceLength = 15 * 1024;
const standardOutput = 1;

export function openLog(level: string, format: LogFormat | null): ServerLog {
  const isReadable = format === null ? isatty(standardOutput) : format === 'text';
  return isReadable ? openReadableLog(level) : openJsonLog(level);
}

function openJsonLog(level: string): ServerLog {
  const output = new LogOutput({
    pieceLength,
    onRecovered: (dropped) => logDroppedLines(logger, dropped),
  });
  const base = { pid: process.pid, hostname: hostname() };
  const serializers = { err: (error: Error) => cutError(pino.stdSerializers.err(error)) };
  const logger = pino({ level, base, serializers }, output);

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
      output.write(
        `${start}${Date.now()},${origin},"requestId":"${requestId}","method":"${method}","route":"${route}","status":${status},"ms":${ms}${key}${member},"msg":"request"}\n`,
      );
    },
    print(text) {
      output.write(text);
      output.flush();
    },
    dropped: () => output.dropped,
    stop: () => output.stop(),
  };
}
