import type { Drill } from './drill.ts';
import { tryDeviceClocks } from './clocks/device-clocks.ts';
import { tryServerClock } from './clocks/server-clock.ts';

/** Wrong clocks. Only the long form sets the servers' clock: this takes minutes, and servers that were started with libfaketime. */
export const clocksDrill: Drill = {
  name: 'clocks',
  promises: ['P1', 'P2', 'P3', 'P5', 'P7'],
  about:
    'Device clocks are wrong, and the clock of all services and servers is set forward and back while devices send readings.',
  installation: {
    ownClock: true,
    env: {
      RATE_LIMITS: 'on',
      USER_LIMIT: '1000000',
      ADDRESS_LIMIT: '1000000',
      EMAIL_RECIPIENT_DAY_LIMIT: '1000000',
    },
  },
  mostlyWaits: true,
  shortInstallation: 'shared',
  async run(installation, { form, seed, say }) {
    const tried = [await tryDeviceClocks(installation, form, seed)];
    if (form === 'long') tried.push(...(await tryServerClock(installation, say)));
    return tried;
  },
};
