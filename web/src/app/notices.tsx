// The notifications on screen: in a corner, or over the header where that is narrow, out of the way of
// forms.
// Loaded after the page: until then they wait in their store.
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useIsNarrow } from '../parts/screen-width.ts';

export default function Notices(): ReactNode {
  const isNarrow = useIsNarrow();
  return (
    <Notifications
      position={isNarrow ? 'top-center' : 'bottom-right'}
      notificationMaxHeight="80dvh"
    />
  );
}
