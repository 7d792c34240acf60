import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useNow } from '../live/clock.ts';
import { readView, searchOf, type View } from './view.ts';

export const DEVICE_TABS = [
  'sensor-log',
  'image-log',
  'active-alerts',
  'alert-log',
  'active-events',
  'map',
  'commands',
  'floor-map',
] as const;
export type DeviceTab = (typeof DEVICE_TABS)[number];

/** The query parameters of dialogs, which belong to one tab's list. */
const OF_LISTS = ['criteria', 'message', 'command', 'alert'];
/** A rolling range moves in steps of a minute or more. */
const STEP_MS = 15_000;

/** The view and the tab, from the address of the device's page. */
export const useDeviceAddress = () => {
  const [search, setSearch] = useSearchParams();
  const now = useNow(STEP_MS);
  const view = useMemo(() => readView(search, now), [search, now]);
  const asked = search.get('tab') as DeviceTab | null;
  const tab: DeviceTab = asked !== null && DEVICE_TABS.includes(asked) ? asked : 'sensor-log';

  return {
    view,
    search,
    tab,
    /** Changes the view; another range resets the zoom. */
    look: (changes: Partial<View>, replace = false) =>
      setSearch(
        (before) => {
          const at = Date.now();
          const whole = changes.range === undefined ? {} : { zoom: null };
          return searchOf(before, { ...readView(before, at), ...whole, ...changes }, at);
        },
        { replace, preventScrollReset: true },
      ),
    openTab: (wanted: DeviceTab) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const name of OF_LISTS) next.delete(name);
          if (wanted === 'sensor-log') next.delete('tab');
          else next.set('tab', wanted);
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
  };
};
