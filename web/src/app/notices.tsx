// The notifications on screen: over the header, out of the way of forms. Loaded after the page: until
// then they wait in their store.
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';

export default function Notices(): ReactNode {
  return <Notifications position="top-center" notificationMaxHeight="80dvh" />;
}
