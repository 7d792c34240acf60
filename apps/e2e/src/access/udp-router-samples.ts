import type { RouteName } from '@telemon/contracts/routes';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { uniqueName } from '@telemon/testing/given';
import { missingId } from './people.ts';
import { type Make, list } from './sample.ts';
import type { Things } from './things.ts';

/** A rule with a name that has no address, so that nothing is connected to. */
const newRule = ({ deviceName }: Things) => ({
  deviceId: deviceName,
  host: 'broker.invalid',
  port: 1_883,
  topic: uniqueName('topic'),
  prePostEnable: '0',
  tlsEnabled: '0',
});

/** Samples for the calls that udp-router answers. */
export const UDP_ROUTER_SAMPLES: Partial<Record<RouteName, Make>> = {
  'POST /udp': async (things) => ({ path: '/udp', body: newRule(things) }),
  'GET /udp': list('/udp'),
  'DELETE /udp/:id': async (things) => {
    const { udpRoute } = await things.people.clients.admin.post<{ udpRoute: UdpRoute }>(
      '/udp',
      newRule(things),
    );
    return { path: `/udp/${udpRoute.id}`, missing: `/udp/${missingId()}` };
  },
};
