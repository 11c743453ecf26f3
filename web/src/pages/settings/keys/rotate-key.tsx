// Replaces a key, with an overlap in which both work.
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { app } from '../../../api/client.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { ErrorNote } from '../../../parts/error-note.tsx';
import { FormButtons } from '../../../parts/form-buttons.tsx';
import { useWords } from '../../../words/words.ts';
import { type ApiKey, type IssuedKey, invalidateKeys } from './api-key.ts';
import { keysWords } from './keys-words.ts';

const overlapsInHours = [0, 1, 24, 72, 168, 720];
const dayInHours = 24;

interface RotateKeyProps {
  apiKey: ApiKey;
  onReplaced: (issued: IssuedKey) => void;
  onClose: () => void;
}

export default function RotateKey({ apiKey, onReplaced, onClose }: RotateKeyProps): ReactNode {
  const say = useWords(keysWords);
  const [overlapHours, setOverlapHours] = useState(dayInHours);
  const rotate = useMutation({
    mutationFn: () => app.once<IssuedKey>(`/keys/${apiKey.id}/rotate`, { overlapHours }),
    onSuccess: (issued) => {
      void invalidateKeys();
      onReplaced(issued);
    },
  });
  const lengthOf = (hours: number) => {
    if (hours === 0) return say('overlapNone');
    if (hours <= dayInHours) return say('overlapHours', { count: hours });
    return say('overlapDays', { count: hours / dayInHours });
  };
  return (
    <Dialog onClose={onClose} title={say('rotateTitle', { name: apiKey.name })} centered>
      <Stack>
        <Text>{say('rotateText')}</Text>
        <NativeSelect
          label={say('overlap')}
          value={String(overlapHours)}
          onChange={(event) => setOverlapHours(Number(event.currentTarget.value))}
          data={overlapsInHours.map((hours) => ({ value: String(hours), label: lengthOf(hours) }))}
        />
        {rotate.error && <ErrorNote error={rotate.error} />}
        <FormButtons
          action={say('rotate')}
          isBusy={rotate.isPending}
          onAction={() => rotate.mutate()}
          onCancel={onClose}
        />
      </Stack>
    </Dialog>
  );
}
