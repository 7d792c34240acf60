import type { Drill } from './drill.ts';
import { tryDeviceClocks } from './clocks/device-clocks.ts';
import { tryServerClock } from './clocks/server-clock.ts';

/** Clocks that are wrong. To set the clock of the servers takes minutes, and servers that were started for it. */
export const clocksDrill: Drill = {
  name: 'clocks',
  promises: ['P1', 'P2', 'P3', 'P5', 'P7'],
  about:
    'The clocks of devices are wrong, and the clock of all services and servers is set forward and back under a stream of readings.',
  ground: {
    ownClock: true,
    env: { RATE_LIMITS: 'on', USER_LIMIT: '1000000', ADDRESS_LIMIT: '1000000' },
  },
  mostlyWaits: true,
  isSharedWhenShort: true,
  async run(ground, { form, seed, say }) {
    const tried = [await tryDeviceClocks(ground, form, seed)];
    if (form === 'long') tried.push(...(await tryServerClock(ground, say)));
    return tried;
  },
};
