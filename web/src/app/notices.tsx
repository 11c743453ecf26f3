// The notifications on screen. Loaded after the page: until then they wait in their store.
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export default function Notices(): ReactNode {
  return <Notifications position="top-center" notificationMaxHeight="80dvh" />;
}
