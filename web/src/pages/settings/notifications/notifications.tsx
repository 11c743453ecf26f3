// What the member is told of, how, and in which browsers.
import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  fetchNotifications,
  type NotificationChanges,
  patchNotifications,
} from '../../../app/notification-settings.ts';
import { kinds, queries } from '../../../app/queries.ts';
import { Loaded } from '../../../parts/loaded.tsx';
import { notificationWords } from '../../../parts/notification-words.ts';
import { PageTitle } from '../../../parts/page-title.tsx';
import { showError } from '../../../parts/show-error.tsx';
import { useWords } from '../../../words/words.ts';
import { Browsers } from './browsers.tsx';
import { KindsTable } from './kinds-table.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { ThisDevice } from './this-device.tsx';

const queryKey = [kinds.settings, 'notifications'];

export default function Notifications(): ReactNode {
  const say = useWords(notificationWords);
  const settings = useQuery({ queryKey, queryFn: fetchNotifications });
  // Shown at once: a box that is ticked late is ticked twice.
  const [unsaved, setUnsaved] = useState<NotificationChanges>({});
  const patch = useMutation({
    mutationKey: queryKey,
    // One after another: each sends whole lists.
    scope: { id: 'notifications' },
    mutationFn: patchNotifications,
    onSuccess: (saved) => queries.setQueryData(queryKey, saved),
    onError: (error) => {
      showError(error);
      void queries.invalidateQueries({ queryKey });
    },
    // With the last answer: earlier ones lack later changes.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: queryKey }) === 1) setUnsaved({});
    },
  });
  const change = (changes: NotificationChanges) => {
    setUnsaved((earlier) => ({ ...earlier, ...changes }));
    patch.mutate(changes);
  };
  const refetch = () => void queries.invalidateQueries({ queryKey });
  return (
    <>
      <PageTitle title={say('title')} />
      <Loaded query={settings}>
        {(saved) => (
          <Stack>
            <ThisDevice publicKey={saved.publicKey} onChange={refetch} />
            <KindsTable settings={{ ...saved, ...unsaved }} onChange={change} />
            <QuietHours settings={{ ...saved, ...unsaved }} onChange={change} />
            <Browsers browsers={saved.browsers} onChange={refetch} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
