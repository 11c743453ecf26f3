// A passing message about something that did not work.
import { notifications } from '@mantine/notifications';
import { NetworkError, TimeoutError } from '../../../sdk/src/index.ts';
import { messagesOf, requestIdOf } from '../app/queries.ts';
import { i18n, type Values } from '../words/words.ts';
import { partWords } from './part-words.ts';

const shownMs = 8_000;

/** `what` says what did not work; without it, the reason alone. */
export function showError(error: unknown, what?: string): void {
  const requestId = requestIdOf(error);
  const isUnreachable = error instanceof NetworkError || error instanceof TimeoutError;
  const reason = isUnreachable ? say('noNetwork') : messagesOf(error).join('; ');
  const request = requestId ? say('request', { id: requestId }) : '';
  notifications.show({
    color: 'red',
    autoClose: shownMs,
    title: what ?? reason,
    message: what ? `${reason} ${request}` : request,
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
