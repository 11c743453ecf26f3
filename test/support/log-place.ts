// Destinations of a server's standard output other than the test: a file, or a pipe that is not
// always read.
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from 'node:fs';

export interface LogPlace {
  /** For the server to write to. */
  descriptor: number;
  /** Everything written and read so far. */
  read(): string;
  close(): void;
}

export function logFile(path: string): LogPlace {
  const descriptor = openSync(path, 'a');
  let text: string | undefined;
  const read = () => text ?? readFileSync(path, 'utf8');
  return {
    descriptor,
    read,
    close() {
      text = read();
      closeSync(descriptor);
    },
  };
}

export interface LogPipe extends LogPlace {
  /** Fills the pipe and stops reading, until told to go on. */
  stall(): void;
  goOn(): void;
}

export function logPipe(path: string): LogPipe {
  execFileSync('mkfifo', [path]);
  const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
  const readable = openSync(path, O_RDONLY | O_NONBLOCK);
  const filling = openSync(path, O_WRONLY | O_NONBLOCK);
  // Blocking, as a shell opens it.
  const descriptor = openSync(path, O_WRONLY);
  const buffer = Buffer.alloc(64 * 1024);
  let text = '';
  let isStalled = false;
  return {
    descriptor,
    read() {
      if (isStalled) return text;
      while (unlessFull(readSome) > 0);
      return text;
    },
    stall() {
      isStalled = true;
      for (const filler of [Buffer.alloc(4_096, '\n'), Buffer.from('\n')]) {
        while (unlessFull(() => writeSync(filling, filler)));
      }
    },
    goOn() {
      isStalled = false;
    },
    close() {
      isStalled = true;
      for (const one of [readable, filling, descriptor]) closeSync(one);
    },
  };

  function readSome(): number {
    const length = readSync(readable, buffer);
    text += buffer.toString('utf8', 0, length);
    return length;
  }
}

/** 0 where it would block. */
function unlessFull(work: () => number): number {
  try {
    return work();
  } catch (error) {
    if ((error as { code?: string }).code === 'EAGAIN') return 0;
    throw error;
  }
}
