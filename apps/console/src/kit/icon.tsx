import type { SVGProps } from 'react';

/** One hand for all icons: 20 by 20, strokes of 1.6, the colour of the text. */
const PATHS = {
  dashboard: 'M3.5 3.5h5.5v6.5H3.5zM11 3.5h5.5v3.8H11zM11 9.5h5.5v7H11zM3.5 12.3h5.5v4.2H3.5z',
  device:
    'M6.2 6.2h7.6v7.6H6.2zM8.5 6.2V3.3M11.5 6.2V3.3M8.5 16.7v-2.9M11.5 16.7v-2.9M6.2 8.5H3.3M6.2 11.5H3.3M16.7 8.5h-2.9M16.7 11.5h-2.9',
  sensor: 'M8 11.2V4.7a2 2 0 0 1 4 0v6.5a3.6 3.6 0 1 1-4 0zM10 8v5.4',
  alert: 'M10 3.2 17.4 16H2.6zM10 8.2v3.6M10 13.9v.1',
  bell: 'M5 13.5V9a5 5 0 0 1 10 0v4.5l1.3 1.3H3.7zM8.3 17a1.8 1.8 0 0 0 3.4 0',
  people:
    'M7.8 9.4a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM2.7 16.4a5.1 5.1 0 0 1 10.2 0M12.8 9.3a2.7 2.7 0 0 0 0-5.4M14.6 12a4.9 4.9 0 0 1 2.7 4.4',
  person: 'M10 9.6a3.1 3.1 0 1 0 0-6.2 3.1 3.1 0 0 0 0 6.2zM4 16.6a6 6 0 0 1 12 0',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  close: 'm5 5 10 10M15 5 5 15',
  chevronDown: 'm5.5 8 4.5 4.5L14.5 8',
  chevronRight: 'm8 5.5 4.5 4.5L8 14.5',
  chevronLeft: 'M12 5.5 7.5 10l4.5 4.5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13.2 13.2l3.6 3.6',
  minus: 'M5.5 10h9',
  edit: 'M4 16l.8-3.4L13 4.4a1.5 1.5 0 0 1 2.2 0l.4.4a1.5 1.5 0 0 1 0 2.2l-8.2 8.2zM11.7 5.7l2.6 2.6',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.6L14.5 6M8.5 9v4.5M11.5 9v4.5',
  key: 'M6.7 13.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM9.9 10h7M13.6 10v2.8M16.9 10v2.2',
  live: 'M10 11a1 1 0 1 0 0-2 1 1 0 0 0 0 2zM6.8 13.2a4.5 4.5 0 0 1 0-6.4M13.2 6.8a4.5 4.5 0 0 1 0 6.4M4.5 15.5a7.8 7.8 0 0 1 0-11M15.5 4.5a7.8 7.8 0 0 1 0 11',
  columns: 'M3.5 4h13v12h-13zM8 4v12M12.2 4v12',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 9.3v4M10 6.6v.1',
  check: 'm4.5 10.5 3.7 3.7 7.3-8',
  warning: 'M10 5v6.2M10 14.6v.1',
  silent: 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  waiting: 'M5 10v.1M10 10v.1M15 10v.1',
  map: 'M10 17s5.5-5.1 5.5-9.1a5.5 5.5 0 0 0-11 0C4.5 11.9 10 17 10 17zM10 9.9a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  building: 'M5 16.5V3.5h10v13M3 16.5h14M8 6.8h.1M12 6.8h.1M8 10h.1M12 10h.1M8.8 16.5v-3h2.4v3',
  plan: 'M3.5 3.5h13v13h-13zM3.5 9.5h4.5M11 3.5v4.5M11 11v5.5M11 12h5.5',
  expand: 'M3.5 8V3.5H8M12 3.5h4.5V8M16.5 12v4.5H12M8 16.5H3.5V12',
  cards: 'M3.5 4h5.8v5.2H3.5zM10.7 4h5.8v5.2h-5.8zM3.5 10.8h5.8V16H3.5zM10.7 10.8h5.8V16h-5.8z',
  table: 'M3.5 4.5h13v11h-13zM3.5 8.2h13M3.5 11.9h13M8.2 8.2v7.3',
  chart: 'M3.5 16.5h13M4.5 13l3.3-4.2 3 2.7 4.7-6.2',
  upload: 'M10 12.5V4M6.5 7.3 10 3.8l3.5 3.5M4 13v3.2h12V13',
  file: 'M5.5 3.5h6l3 3v10h-9zM11.5 3.5v3h3',
  curve: 'M4 3.5v12.5h12.5M6.5 13.5c4.5 0 3.5-8 9-8',
  uncurve: 'M4 3.5v12.5h6M6.5 12.5c3.5 0 3.5-7 8-7M12.5 12l4 4M16.5 12l-4 4',
  copy: 'M7.5 7.5h8v8.5h-8zM12.5 7.5V4h-8v8.5h3',
  sun: 'M10 13.3a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6zM10 2.7v1.6M10 15.7v1.6M2.7 10h1.6M15.7 10h1.6M4.8 4.8l1.2 1.2M14 14l1.2 1.2M4.8 15.2 6 14M14 6l1.2-1.2',
  moon: 'M16 12.2A6.6 6.6 0 0 1 7.8 4a6.6 6.6 0 1 0 8.2 8.2z',
  system: 'M3.5 4.5h13v8.5h-13zM7.5 16h5M10 13v3',
  logout: 'M8 4H4.5v12H8M12 6.5l3.5 3.5-3.5 3.5M15.5 10H8',
  target: 'M10 15a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM10 2.5V7M10 13v4.5M2.5 10H7M13 10h4.5',
  show: 'M2.8 10S5.4 5.2 10 5.2 17.2 10 17.2 10 14.6 14.8 10 14.8 2.8 10 2.8 10zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  hide: 'M2.8 10S5.4 5.2 10 5.2 17.2 10 17.2 10 14.6 14.8 10 14.8 2.8 10 2.8 10zM10 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM4 16 16 4',
  message: 'M3.5 4.5h13v9h-7L6 16.5v-3H3.5z',
  criteria: 'M3.5 13.5h3l2-8 3 10 2-6h3',
  lock: 'M5.5 9h9v7.5h-9zM7.2 9V6.5a2.8 2.8 0 0 1 5.6 0V9',
  inbox: 'M3.5 11.5 5.6 4.5h8.8l2.1 7v4.5h-13zM3.5 11.5h4l1 2h3l1-2h4',
  unplugged:
    'M3.5 16.5 7 13M6 10l4 4-1.2 1.2a2.8 2.8 0 0 1-4 0 2.8 2.8 0 0 1 0-4zM16.5 3.5 13 7M14 10l-4-4 1.2-1.2a2.8 2.8 0 0 1 4 4zM9 11l1.5-1.5M11 9l-.1.1',
} as const;

export type IconName = keyof typeof PATHS;

interface Props extends SVGProps<SVGSVGElement> {
  name: IconName;
  size?: number;
}

export const Icon = ({ name, size = 18, ...rest }: Props) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.6}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    {...rest}
  >
    <path d={PATHS[name]} />
  </svg>
);
