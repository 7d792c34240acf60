import { useSearchParams } from 'react-router';
import { quickRange, readRange, type Range } from './range.ts';

export const DEVICE_TABS = [
  'sensor-log',
  'image-log',
  'active-alerts',
  'alert-log',
  'map',
  'commands',
  'floor-map',
] as const;
export type DeviceTab = (typeof DEVICE_TABS)[number];

/** The dialogs over the list of one tab mean nothing to another's. */
const OF_LISTS = ['criteria', 'message', 'command'];

/** Sensor, range and tab stand in the address of the device's page; without them it is the first sensor's today. */
export const useDeviceAddress = () => {
  const [search, setSearch] = useSearchParams();
  const range = readRange(search, Date.now());
  const sensor = /^[1-4]$/.test(search.get('sensor') ?? '') ? search.get('sensor')! : '1';
  const asked = search.get('tab') as DeviceTab | null;
  const tab: DeviceTab = asked !== null && DEVICE_TABS.includes(asked) ? asked : 'sensor-log';

  return {
    sensor,
    range,
    tab,
    look: (atSensor: string, over: Range) =>
      setSearch((before) => {
        const next = new URLSearchParams(before);
        const usual = quickRange('today', Date.now());
        if (atSensor === '1') next.delete('sensor');
        else next.set('sensor', atSensor);
        for (const end of ['from', 'to'] as const) {
          if (over.from === usual.from && over.to === usual.to) next.delete(end);
          else next.set(end, over[end]);
        }
        return next;
      }),
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
