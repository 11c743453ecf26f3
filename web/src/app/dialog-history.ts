// Open dialogs are entries of the browser's history, so that Back closes them instead of leaving the page.
// An entry has the page's own URL, and the number of open dialogs in `history.state`.
import 'wouter';

interface DialogState {
  dialogs: number;
}

// A browser that does not report a step back must not block navigation.
const stepMsMax = 500;

const openDialogs: (() => void)[] = [];
/** Navigation that waits until a step back is done, which would undo it otherwise. */
let waiting: (() => void)[] | null = null;
let timeout: ReturnType<typeof setTimeout> | undefined;
let isSettling = false;

/** Returns what to call when the dialog is closed. */
export function addDialog(close: () => void): () => void {
  openDialogs.push(close);
  settleSoon();
  return () => {
    const index = openDialogs.indexOf(close);
    if (index >= 0) openDialogs.splice(index, 1);
    settleSoon();
  };
}

/** Resolves when the entries of the dialogs that were just closed are gone. */
export async function dialogsSettled(): Promise<void> {
  // After the microtask of `settleSoon`.
  await new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));
  if (waiting) await new Promise<void>((resolve) => waiting!.push(resolve));
}

/** Before another page is opened from outside. */
export function closeDialogs(): void {
  for (const close of openDialogs.toReversed()) close();
}

/** Together: one dialog may have replaced another. */
function settleSoon(): void {
  if (isSettling) return;
  isSettling = true;
  queueMicrotask(() => {
    isSettling = false;
    settle();
  });
}

function settle(): void {
  if (waiting) {
    waiting.push(settle);
    return;
  }
  const open = openDialogs.length;
  const entries = entriesOf(history.state);
  if (entries > open) {
    stepBack(entries - open);
  }
  for (let dialogs = entries + 1; dialogs <= open; dialogs += 1) {
    // The original function: the router need not know.
    History.prototype.pushState.call(history, { dialogs } satisfies DialogState, '');
  }
}

function stepBack(entries: number): void {
  waiting = [];
  timeout = setTimeout(stepDone, stepMsMax);
  history.go(-entries);
}

function stepDone(): void {
  clearTimeout(timeout);
  const ready = waiting ?? [];
  waiting = null;
  for (const run of ready) run();
}

addEventListener('popstate', () => {
  if (waiting) return stepDone();
  const entries = entriesOf(history.state);
  for (const close of openDialogs.slice(entries).toReversed()) close();
});

function entriesOf(state: unknown): number {
  return (state as Partial<DialogState> | null)?.dialogs ?? 0;
}

const { pushState, replaceState } = history;

/** A page replaces the entry of a dialog. */
history.pushState = (state, unused, url) => {
  if (waiting) {
    waiting.push(() => history.pushState(state, unused, url));
    return;
  }
  if (entriesOf(history.state) === 0) {
    pushState.call(history, state, unused, url);
    return;
  }
  History.prototype.replaceState.call(history, state, unused, url);
  // As the router's own function does.
  dispatchEvent(new Event('pushState'));
};

/** The entry of a dialog stays one; another page replaces that of the page below the dialog. */
history.replaceState = (state, unused, url) => {
  const replace = () => history.replaceState(state, unused, url);
  if (waiting) {
    waiting.push(replace);
    return;
  }
  const dialogs = entriesOf(history.state);
  if (dialogs > 0 && isOtherPage(url)) {
    stepBack(dialogs);
    waiting!.push(replace);
    return;
  }
  replaceState.call(history, dialogs > 0 ? { dialogs } : state, unused, url);
};

function isOtherPage(url: string | URL | null | undefined): boolean {
  return new URL(url ?? '', location.href).pathname !== location.pathname;
}
