// The notifications on screen: in a corner, or over a phone's header, out of the way of forms.
// Loaded after the page: until then they wait in their store.
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useIsPhone } from '../parts/screen-width.ts';

export default function Notices(): ReactNode {
  const isPhone = useIsPhone();
  return (
    <Notifications
      position={isPhone ? 'top-center' : 'bottom-right'}
      notificationMaxHeight="80dvh"
    />
  );
}
