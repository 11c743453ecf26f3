// Notifications of errors and successes.
import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { i18n, type Values } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { TechnicalDetails } from './technical-details.tsx';

const shownMs = 8_000;

/** `what` names the failed action and becomes the title. */
export function showError(error: unknown, what?: string): void {
  void showDescribed(error, what);
}

async function showDescribed(problem: unknown, what: string | undefined): Promise<void> {
  const words = await import('./describe-error.ts').catch(() => null);
  if (!words) {
    notifications.show({ color: 'red', message: what ?? sayPart('wrong') });
    return;
  }
  const { describeError, requestIdOf } = words;
  const requestId = requestIdOf(problem);
  const { text, fields, original } = describeError(problem);
  const wrong = new Set(fields.map((field) => field.text));
  const sentences = [...(what ? [text] : []), [...wrong].join('; ')];
  notifications.show({
    color: 'red',
    // With technical details it stays until it is closed, so that they can be read.
    autoClose: original.length > 0 ? false : shownMs,
    title: what ?? text,
    message: (
      <>
        {sentences.filter(Boolean).join(' ')}
        {requestId && (
          <Text size="xs" ff="monospace">
            {sayPart('request', { id: requestId })}
          </Text>
        )}
        <TechnicalDetails title={sayPart('details')} of={original} />
      </>
    ),
    closeButtonProps: { 'aria-label': sayPart('close') },
  });
}

export function sayPart(key: keyof typeof partWords.pairs, values?: Values): string {
  return i18n._(`${partWords.area}.${key}`, values);
}

export function showDone(message: string): void {
  notifications.show({
    color: 'teal',
    message,
    closeButtonProps: { 'aria-label': sayPart('close') },
  });
}
