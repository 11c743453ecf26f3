// A dialog, shown while it is rendered.
import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/words.ts';
import { partWords } from './part-words.ts';

type DialogProps = Omit<ModalProps, 'opened' | 'closeButtonProps' | 'attributes'>;

export function Dialog(props: DialogProps): ReactNode {
  const say = useWords(partWords);
  return (
    <Modal
      opened
      // A tap beside it must not throw away what was typed in it.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': say('close'), size: 'lg' }}
      // Its heading is not the page's.
      attributes={{ header: { role: 'presentation' } }}
      {...props}
    />
  );
}
