// Keyboard shortcuts. Single letters can be switched off, as WCAG 2.1.4 asks.
import { useEffect, useRef } from 'react';

export type Shortcut = 'search' | 'newLead' | 'keys';

export const searchKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const storageKey = 'vakwerk.letter-keys';
const letters: Record<string, Shortcut> = { '/': 'search', c: 'newLead', '?': 'keys' };
const steps: Record<string, number> = { j: 1, k: -1 };
/** The links of cards and rows. */
const rowLinks = '.lead-link, .row-link, .jobs-row, .customers-row, .today-link';

export function areLetterKeysOn(): boolean {
  return localStorage.getItem(storageKey) !== 'off';
}

export function switchLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, 'off');
}

export function useShortcutKeys(act: (shortcut: Shortcut) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
      const { key } = event;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      const isSearch = (event.ctrlKey || event.metaKey) && !event.altKey && key === 'k';
      if (!isSearch && (hasModifier || isTyping(event.target) || !areLetterKeysOn())) return;
      const shortcut = isSearch ? 'search' : letters[key];
      const step = steps[key];
      if (!shortcut && !step) return;
      event.preventDefault();
      if (shortcut) latest.current(shortcut);
      else focusRow(step!);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isDialogOpen(): boolean {
  return document.querySelector('[role="dialog"], dialog[open], [role="menu"]') !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('input, textarea, select, [contenteditable]');
}

function focusRow(step: number): void {
  const content = document.getElementById('content');
  const links = [...(content?.querySelectorAll<HTMLElement>(rowLinks) ?? [])];
  const focused = document.activeElement;
  const at = links.findIndex((link) => link.closest('li, tr')?.contains(focused));
  const next = at < 0 ? (step > 0 ? links[0] : links.at(-1)) : links[at + step];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
