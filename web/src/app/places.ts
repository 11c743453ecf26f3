// The pages in the navigation.
import type { IconName } from '../parts/icon.tsx';

type PlaceName =
  | 'today'
  | 'leads'
  | 'jobs'
  | 'calendar'
  | 'customers'
  | 'tray'
  | 'overview'
  | 'settings';

export const places: readonly {
  path: string;
  name: PlaceName;
  icon: IconName;
  isOnPhone: boolean;
}[] = [
  { path: '/leads', name: 'leads', icon: 'inbox', isOnPhone: true },
  { path: '/today', name: 'today', icon: 'clock', isOnPhone: true },
  { path: '/jobs', name: 'jobs', icon: 'hammer', isOnPhone: true },
  { path: '/calendar', name: 'calendar', icon: 'calendar', isOnPhone: true },
  { path: '/customers', name: 'customers', icon: 'people', isOnPhone: true },
  { path: '/tray', name: 'tray', icon: 'tray', isOnPhone: true },
  { path: '/overview', name: 'overview', icon: 'chart', isOnPhone: false },
  // On a phone, in the account's menu: the bar has room for six.
  { path: '/settings', name: 'settings', icon: 'gear', isOnPhone: false },
];
