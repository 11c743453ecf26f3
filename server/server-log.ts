// The log, on standard output: readable text in a terminal, otherwise one JSON object per line.
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
  /** Prints text for the operator unchanged. */
  print(text: string): void;
  /** The number of lines dropped so far. */
  dropped(): number;
  /** Stops the periodic flush. */
  stop(): void;
}

// JSON lines are buffered up to this length or half a second: a write for each would cost more.
const chunkLength = 15 * 1024;
const standardOutput = 1;

export function openLog(level: string, format: LogFormat | null): ServerLog {
  const isReadable = format === null ? isatty(standardOutput) : format === 'text';
  return isReadable ? openReadableLog(level) : openJsonLog(level);
}

function openJsonLog(level: string): ServerLog {
  const output = new LogOutput({
    chunkLength,
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
    // The same line as pino's, but faster: no field needs escaping.
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
