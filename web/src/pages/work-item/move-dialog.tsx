// A dialog with a form for a status change.
import { Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { ErrorNote } from '../../parts/error-note.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { useIsOpen } from '../../parts/use-is-open.ts';

interface MoveDialogProps {
  title: string;
  action: string;
  onSubmit: () => Promise<void>;
  onClose: () => void;
  onCancel?: () => void;
  /** Instead of the buttons, until it is decided. */
  conflict?: ReactNode;
  children: ReactNode;
}

export function MoveDialog(props: MoveDialogProps): ReactNode {
  const { title, action, onSubmit, onClose, onCancel = onClose, conflict, children } = props;
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const isOpen = useIsOpen();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (conflict) return;
    setIsBusy(true);
    setError(null);
    try {
      await onSubmit();
      // Closed meanwhile, another dialog may be open.
      if (isOpen()) onClose();
    } catch (problem) {
      setError(problem);
      setIsBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={title} centered>
      <form onSubmit={(event) => void submit(event)}>
        <Stack>
          {children}
          {error !== null && <ErrorNote error={error} />}
          {conflict || <FormButtons action={action} isBusy={isBusy} onCancel={onCancel} />}
        </Stack>
      </form>
    </Dialog>
  );
}
