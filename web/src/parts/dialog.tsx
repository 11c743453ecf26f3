// A dialog, shown while it is rendered.
import { Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useElsewhere } from '../app/session.ts';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';
import { useIsPhone } from './screen-width.ts';

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'attributes'>;

/** A large one takes the whole screen of a phone: its fields would not fit beside a margin. */
export function Dialog(props: DialogProps): ReactNode {
  const say = useWords(partWords);
  const isPhone = useIsPhone();
  const elsewhere = useElsewhere();
  useEffect(giveKeyboardBack, []);
  return (
    <Modal
      opened
      fullScreen={isPhone && props.size === 'lg'}
      // A tap beside it must not throw away what was typed in it.
      closeOnClickOutside={false}
      // Nor must Escape in what the other window's brand has brought up above it.
      closeOnEscape={elsewhere === null}
      closeButtonProps={{ 'aria-label': say('close'), size: 'lg' }}
      // Its heading is not the page's.
      attributes={{ header: { role: 'presentation' } }}
      {...props}
    />
  );
}

/** To what opened the dialog, once that is gone, unless something else has taken the keyboard. */
function giveKeyboardBack(): () => void {
  const opener = document.activeElement;
  return () => {
    const isFree = document.activeElement === document.body;
    if (isFree && opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}
