// Blocks this window after another window switched the session to another brand. The page underneath
// keeps its state, including half-typed text, until the session is switched back.
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { app } from '../api/client.ts';
import type { Session } from '../api/session.ts';
import { setSession } from '../api/session-store.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { useWords } from '../words/words.ts';
import './other-brand.css';
import { otherBrandWords } from './other-brand-words.ts';
import { titleOfBrand, useMember } from './session.ts';
import { refreshSession } from './fetch-session.ts';

const titleId = 'other-brand-title';

export default function OtherBrand({ elsewhere }: { elsewhere: Session }): ReactNode {
  const { account, brand } = useMember();
  const say = useWords(otherBrandWords);
  const [error, setError] = useState<unknown>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  // A modal <dialog> covers everything, including open Mantine dialogs.
  const show = () => dialog.current?.showModal();
  useEffect(show, []);
  useEffect(() => {
    // The other window may have switched back.
    const check = () => void refreshSession().catch(() => {});
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, []);
  const goBack = async () => {
    try {
      setSession(await app.switchBrand(brand.id));
    } catch (problem) {
      setError(problem);
    }
  };
  const isSamePerson = account.id === elsewhere.account.id;
  const canGoBack = isSamePerson && elsewhere.brands.some(({ id }) => id === brand.liveId);
  return (
    <dialog
      ref={dialog}
      className="other-brand"
      role="alertdialog"
      aria-labelledby={titleId}
      // Browsers close it on the second Escape regardless.
      onCancel={(event) => event.preventDefault()}
      onClose={show}
    >
      <Stack>
        <Title order={2} size="h4" id={titleId}>
          {say('title', { name: titleOfBrand(elsewhere.brand) })}
        </Title>
        <Text>{say('text', { name: titleOfBrand(brand) })}</Text>
        {error !== null && <ErrorNote error={error} />}
        <Group>
          <Button onClick={() => location.assign('/leads')}>
            {say('goOn', { name: titleOfBrand(elsewhere.brand) })}
          </Button>
          {canGoBack && (
            <Button variant="default" onClick={() => void goBack()}>
              {say('back', { name: titleOfBrand(brand) })}
            </Button>
          )}
        </Group>
      </Stack>
    </dialog>
  );
}
