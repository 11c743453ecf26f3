// How far something has come, on standard error: a bar that is drawn again and again for people who watch,
// a line now and then for a log.

interface Progress {
  /** What is being done, in a word. */
  phase: string;
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
  let start = { phase: '', at: 0, rowsDone: 0 };
  return {
    show(progress: Progress): void {
      if (progress.phase !== start.phase) {
        start = { phase: progress.phase, at: now(), rowsDone: progress.rowsDone };
      }
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      const line = lineOf(progress, start, now());
      screen.write(screen.isTTY ? startOfLine + line : `${line}\n`);
    },
    /** Makes room for what is printed next. */
    end(): void {
      if (screen.isTTY) screen.write(startOfLine);
    },
  };
}

function lineOf(
  { phase, rowsDone, rowsInAll }: Progress,
  start: { at: number; rowsDone: number },
  now: number,
): string {
  const share = rowsInAll === 0 ? 1 : Math.min(1, rowsDone / rowsInAll);
  const filled = Math.round(share * barCells);
  const bar = '█'.repeat(filled) + '░'.repeat(barCells - filled);
  const parts = [`${phase} ${bar} ${Math.floor(share * 100)}%`, `${rowsDone} of ${rowsInAll} rows`];
  const seconds = (now - start.at) / 1000;
  // What an earlier run has done says nothing about the speed of this one.
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
