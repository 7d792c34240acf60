import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import type { RouteName } from '@telemon/contracts/routes';
import { uniqueName } from '@telemon/testing/given';
import { appearsUnknown } from '../datagrams.ts';
import { missingId, missingName } from './people.ts';
import { type Make, list } from './sample.ts';
import { tracedOf } from './traced.ts';

/** A topic that no device of another test uses. */
const newTopic = () => ({ topicName: `devices/${uniqueName('none')}/#` });

/** Samples for the calls that the logs service answers. */
export const LOGS_SAMPLES: Partial<Record<RouteName, Make>> = {
  'GET /mqttLog': list('/mqttLog'),
  'DELETE /mqttLog': list('/mqttLog'),
  'GET /unknownDevice': list('/unknownDevice'),
  'DELETE /unknownDevice/:deviceName': async ({ installation }, principal) => {
    const deviceName = missingName();
    if (principal === 'admin') await appearsUnknown(installation, deviceName);
    return { path: `/unknownDevice/${deviceName}` };
  },
  'GET /udpLog': list('/udpLog'),
  'DELETE /udpLog': list('/udpLog'),
  'GET /mqttLog/trace/:id': async (things) => ({
    path: `/mqttLog/trace/${(await tracedOf(things)).mqtt}`,
    missing: `/mqttLog/trace/${missingId()}`,
  }),
  'GET /udpLog/trace/:id': async (things) => ({
    path: `/udpLog/trace/${(await tracedOf(things)).udp}`,
    missing: `/udpLog/trace/${missingId()}`,
  }),
  'GET /alertLog/trace/:id': async (things) => ({
    path: `/alertLog/trace/${(await tracedOf(things)).entry}`,
    missing: `/alertLog/trace/${missingId()}`,
  }),
  'GET /mqttLog/blockTopic': list('/mqttLog/blockTopic'),
  'POST /mqttLog/blockTopic': async () => ({ path: '/mqttLog/blockTopic', body: newTopic() }),
  'DELETE /mqttLog/blockTopic/:id': async ({ people }) => {
    const { blockedTopic } = await people.clients.admin.post<{ blockedTopic: BlockedTopic }>(
      '/mqttLog/blockTopic',
      newTopic(),
    );
    return {
      path: `/mqttLog/blockTopic/${blockedTopic.id}`,
      missing: `/mqttLog/blockTopic/${missingId()}`,
    };
  },
};
