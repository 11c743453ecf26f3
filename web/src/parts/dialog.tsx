// A modal dialog, open while it is rendered.
import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { addDialog } from '../app/dialog-history.ts';
import { useElsewhere } from '../app/session.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { useIsPhone } from './screen-width.ts';

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'attributes'>;

/** A large dialog is full-screen on a phone. */
export function Dialog(props: DialogProps): ReactNode {
  const say = useWords(partWords);
  const isPhone = useIsPhone();
  const elsewhere = useElsewhere();
  useEffect(restoreFocus, []);
  const close = useRef(props.onClose);
  useEffect(() => {
    close.current = props.onClose;
  });
  // Back closes it.
  useEffect(() => addDialog(() => close.current()), []);
  return (
    <Modal
      opened
      fullScreen={isPhone && props.size === 'lg'}
      // A tap outside must not discard what was typed.
      closeOnClickOutside={false}
      // Nor must Escape in the other-brand dialog above it.
      closeOnEscape={elsewhere === null}
      closeButtonProps={{ 'aria-label': say('close'), size: 'lg' }}
      // Its <header> must not count as the page's banner landmark.
      attributes={{ header: { role: 'presentation' } }}
      {...props}
    />
  );
}

/** Returns the focus to the element that opened the dialog, unless something else took it. */
function restoreFocus(): () => void {
  const opener = document.activeElement;
  return () => {
    const isFree = document.activeElement === document.body;
    if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
