// What the member is told of, how, and in which browsers.
import { Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  fetchNotifications,
  type NotificationSettings,
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
  const patch = useMutation({
    mutationKey: queryKey,
    // One after another: each sends whole lists.
    scope: { id: 'notifications' },
    mutationFn: patchNotifications,
    // At once: a box that is ticked late is ticked twice.
    onMutate: (changes) => {
      queries.setQueryData<NotificationSettings>(
        queryKey,
        (known) => known && { ...known, ...changes },
      );
    },
    onSuccess: (saved) => {
      // Later changes, which this answer does not have yet, are on their way.
      if (queries.isMutating({ mutationKey: queryKey }) === 1)
        queries.setQueryData(queryKey, saved);
    },
    onError: (error) => {
      showError(error);
      void queries.invalidateQueries({ queryKey });
    },
  });
  const refetch = () => void queries.invalidateQueries({ queryKey });
  return (
    <>
      <PageTitle title={say('title')} />
      <Loaded query={settings}>
        {(found) => (
          <Stack>
            <ThisDevice publicKey={found.publicKey} onChange={refetch} />
            <KindsTable settings={found} onChange={(changes) => patch.mutate(changes)} />
            <QuietHours settings={found} onChange={(changes) => patch.mutate(changes)} />
            <Browsers browsers={found.browsers} onChange={refetch} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}
