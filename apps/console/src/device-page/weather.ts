import type { IconName } from '../kit/icon.tsx';

const ICONS: Readonly<Record<number, IconName>> = {
  2: 'thunder',
  3: 'drizzle',
  5: 'rain',
  6: 'snow',
  7: 'atmosphere',
};
const CLEAR = 800;

/** The icon of a condition, by OpenWeather's number of it, as the documents have it: clouds get the one of drizzle. */
export const weatherIconOf = (id: number): IconName =>
  id === CLEAR ? 'sun' : (ICONS[Math.floor(id / 100)] ?? 'drizzle');
