// Shows the progress of a move on standard error: a redrawn bar on a terminal, a line now and then in a log.

interface Progress {
  rowsDone: number;
  rowsInAll: number;
}

interface Screen {
  isTTY?: boolean;
  write(text: string): unknown;
}

const drawEveryMs = 200;
const lineEveryMs = 5_000;
const barCells = 24;
const startOfLine = '\r\u001b[K';

export function progressDisplay(screen: Screen, now = () => performance.now()) {
  const everyMs = screen.isTTY ? drawEveryMs : lineEveryMs;
  let shownAt = screen.isTTY ? Number.NEGATIVE_INFINITY : now();
  let start: { at: number; rowsDone: number } | undefined;
  return {
    show(progress: Progress): void {
      start ??= { at: now(), rowsDone: progress.rowsDone };
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      const line = lineOf(progress, start, now());
      screen.write(screen.isTTY ? startOfLine + line : `${line}\n`);
    },
    /** Clears the bar. */
    end(): void {
      if (screen.isTTY) screen.write(startOfLine);
    },
  };
}

function lineOf(
  { rowsDone, rowsInAll }: Progress,
  start: { at: number; rowsDone: number },
  now: number,
): string {
  const share = rowsInAll === 0 ? 1 : Math.min(1, rowsDone / rowsInAll);
  const filled = Math.round(share * barCells);
  const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
  const parts = [`moving ${bar} ${Math.floor(share * 100)}%`, `${rowsDone} of ${rowsInAll} rows`];
  const seconds = (now - start.at) / 1000;
  // The first chunk was moved before the clock started.
  const perSecond = (rowsDone - start.rowsDone) / seconds;
  if (perSecond > 0 && Number.isFinite(perSecond)) {
    parts.push(`${Math.round(perSecond)} rows/s`);
    parts.push(`${duration((rowsInAll - rowsDone) / perSecond)} left`);
  }
  return parts.join(', ');
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = Math.ceil(seconds % 60);
  if (minutes === 0) return `${rest} s`;
  return minutes < 60
    ? `${minutes} min ${rest} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
