// The log for people in a terminal: a line per request, and errors with their stack. It shows
// nothing that is not in the JSON lines: the path is the route's pattern, because an id in it can
// be the token of a link. Files of the web app are left out: a first visit loads more than a
// hundred, and the welcome text would scroll away.
import { styleText } from 'node:util';
import pino from 'pino';
import type { AnsweredRequest } from '#http/observe-requests.ts';
import { builtFilesRoute } from '#http/web-files.ts';
import { LogOutput, logDroppedLines } from './log-output.ts';

interface Entry {
  level: number;
  time: number;
  msg?: string;
  err?: { message?: string; stack?: string };
}

const warnLevel = 40;
const errorLevel = 50;
const methodWidth = 'DELETE'.length;

export function openReadableLog(level: string) {
  const output = new LogOutput({
    // Unbuffered, because somebody watches.
    chunkLength: 0,
    onRecovered: (dropped) => logDroppedLines(logger, dropped),
  });
  const write = (line: string) => output.write(readableLine(JSON.parse(line)));
  const logger = pino({ level, base: null }, { write });
  const isOn = logger.isLevelEnabled('info');
  return {
    logger,
    request({ requestId, method, route, status, ms }: AnsweredRequest) {
      if (!isOn || (route === builtFilesRoute && status < 400)) return;
      const line = `${method.padEnd(methodWidth)} ${route} ${status} ${ms} ms`;
      if (status >= 500) output.write(lineOf(Date.now(), styleText('red', `${line} ${requestId}`)));
      else output.write(lineOf(Date.now(), status >= 400 ? styleText('yellow', line) : line));
    },
    print: (text: string) => output.write(text),
    dropped: () => output.dropped,
    stop: () => output.stop(),
  };
}

function readableLine({ level, time, msg = '', err, ...fields }: Entry): string {
  const details = Object.entries(fields).map(([name, value]) => ` ${name}=${textOf(value)}`);
  const text = visible(msg + details.join('') + stackOf(err));
  if (level >= errorLevel) return lineOf(time, styleText('red', `ERROR ${text}`));
  if (level >= warnLevel) return lineOf(time, styleText('yellow', `WARN ${text}`));
  return lineOf(time, text);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function stackOf(err: Entry['err']): string {
  if (!err) return '';
  const { message = '', stack = '' } = err;
  const text = stack.includes(message) ? stack : `${message}\n${stack}`;
  return `\n${text}`.replaceAll('\n', '\n    ');
}

/** Escapes control characters: a caller's text in an error must not move the cursor or fake a log line. */
function visible(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, (control) => JSON.stringify(control).slice(1, -1));
}

function lineOf(time: number, text: string): string {
  const clock = new Date(time).toTimeString().slice(0, 'hh:mm:ss'.length);
  return `${styleText('dim', clock)} ${text}\n`;
}
