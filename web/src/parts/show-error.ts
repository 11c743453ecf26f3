// A passing message about something that did not work.
import { notifications } from '@mantine/notifications';
import { requestIdOf } from '../app/queries.ts';
import { i18n, type Values } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { troubleOf } from './trouble.ts';

const shownMs = 8_000;

/** `what` says what did not work; without it, the reason alone. */
export function showError(error: unknown, what?: string): void {
  const requestId = requestIdOf(error);
  const { text, details } = troubleOf(error);
  const request = requestId ? [say('request', { id: requestId })] : [];
  notifications.show({
    color: 'red',
    autoClose: shownMs,
    title: what ?? text,
    message: [...(what ? [text] : []), details.join('; '), ...request].filter(Boolean).join(' '),
    closeButtonProps: { 'aria-label': say('close') },
  });
}

function say(key: keyof typeof partWords.pairs, values?: Values): string {
  return i18n._(`${partWords.area}.${key}`, values);
}

export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
    closeButtonProps: { 'aria-label': say('close') },
  });
}
