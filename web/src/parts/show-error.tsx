// A passing message about something that did not work.
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { requestIdOf } from '../app/queries.ts';
import { i18n, type Values } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { ServiceWords } from './service-words.tsx';
import { troubleOf } from './trouble.ts';

const shownMs = 8_000;

/** `what` says what did not work; without it, the reason alone. */
export function showError(error: unknown, what?: string): void {
  const requestId = requestIdOf(error);
  const { text, fields, original } = troubleOf(error);
  const wrong = new Set(fields.map((one) => one.text));
  const sentences = [...(what ? [text] : []), [...wrong].join('; ')];
  notifications.show({
    color: 'red',
    // What can be unfolded stays until it is closed: it must not go while somebody reads it.
    autoClose: original.length > 0 ? false : shownMs,
    title: what ?? text,
    message: (
      <>
        {sentences.filter(Boolean).join(' ')}
        {requestId && (
          <Text size="xs" ff="monospace">
            {say('request', { id: requestId })}
          </Text>
        )}
        <ServiceWords title={say('details')} of={original} />
      </>
    ),
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
