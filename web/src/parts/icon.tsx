// The app's icons: stroked paths in a 24 × 24 view box.
import type { ReactNode } from 'react';

const strokes = {
  inbox:
    'M4 13V6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v7M4 13h5l1 3h4l1-3h5v5a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2z',
  hammer: 'M13 10l-8 8 2 2 8-8M11 5l8 8 2-2-3-3V6l-3-3h-4z',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  people:
    'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 20c0-4 3-6 6-6s6 2 6 6M16 11a3 3 0 1 0-1-6M18 14c2 1 3 3 3 6',
  chart: 'M4 20h16M7 16v-5M12 16V6M17 16v-8',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M5.6 18.4l2.2-2.2M16.2 7.8l2.2-2.2',
  phone:
    'M6 3h3l2 5-2.5 2a12 12 0 0 0 5.500 5.500L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  chat: 'M5 5h14v11H11l-5 4v-4H5z',
  map: 'M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11zM12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  search: 'M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM20 20l-4.700-4.700',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 13l4 4L19 7',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  left: 'M15 5l-7 7 7 7',
  right: 'M9 5l7 7-7 7',
  up: 'M5 15l7-7 7 7',
  down: 'M5 9l7 7 7-7',
  key: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9v4M17 12v3',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6zM4 17h16M10 20h4',
  list: 'M5 6h14M5 12h14M5 18h14',
  board: 'M4 5h4v14H4zM10 5h4v9h-4zM16 5h4v6h-4z',
  filter: 'M4 6h16l-6 7v6l-4-2v-4z',
  upload: 'M12 16V5M7 9l5-5 5 5M5 19h14',
  download: 'M12 5v11M7 12l5 5 5-5M5 20h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  menu: 'M5 7h14M5 12h14M5 17h14',
  person: 'M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 4-7 8-7s8 2 8 7',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  repeat: 'M5 11a7 7 0 0 1 12-4l2 2M19 4v5h-5M19 13a7 7 0 0 1-12 4l-2-2M5 20v-5h5',
  drag: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  archive: 'M4 5h16v4H4zM6 9v10h12V9M10 13h4',
  play: 'M8 5l11 7-11 7z',
  photo: 'M4 6h16v13H4zM4 16l5-5 4 4 2-2 5 4M15 10v.01',
  leave: 'M13 4h6v16h-6M9 8l-4 4 4 4M5 12h10',
  tray: 'M9 5H5v16h14V5h-4M9 3h6v4H9zM8 14l3 3 5-6',
  warning: 'M12 4l9 16H3zM12 10v4M12 17v.01',
  dots: 'M6 12v.01M12 12v.01M18 12v.01',
} as const;

export type IconName = keyof typeof strokes;

interface IconProps {
  name: IconName;
  size?: number;
}

/** Hidden from screen readers: use it beside a text or inside an element with a label. */
export function Icon({ name, size = 20 }: IconProps): ReactNode {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={name === 'dots' ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={strokes[name]} />
    </svg>
  );
}
