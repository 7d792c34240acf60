import type { Routes } from '../route.ts';
import { blockedTopics } from './blocked-topics.ts';
import { mqttLog, udpLog } from './message-logs.ts';
import { traces } from './traces.ts';
import { unknownDevices } from './unknown-devices.ts';

export const logsRoutes = {
  'GET /mqttLog': { who: 'AMS', flag: 'mqttAdmin', of: 'many', call: mqttLog.list },
  'DELETE /mqttLog': {
    who: 'AM',
    flag: 'mqttAdmin',
    of: 'many',
    call: mqttLog.remove,
    says: 'Logs deleted!',
  },
  'GET /mqttLog/trace/:id': { who: 'AMS', flag: 'mqttAdmin', of: 'one', call: traces.ofMqtt },
  'GET /mqttLog/blockTopic': { who: 'A', call: blockedTopics.list },
  'POST /mqttLog/blockTopic': {
    who: 'A',
    call: blockedTopics.create,
    as: 'blockedTopic',
    says: 'Topic Blocked!',
  },
  'DELETE /mqttLog/blockTopic/:id': { who: 'A', call: blockedTopics.remove, says: 'Deleted!' },
  'GET /udpLog': { who: 'AMS', of: 'many', call: udpLog.list },
  'GET /udpLog/trace/:id': { who: 'AMS', of: 'one', call: traces.ofUdp },
  'GET /alertLog/trace/:id': { who: 'AMS', of: 'one', call: traces.ofEntry },
  'DELETE /udpLog': { who: 'AM', of: 'many', call: udpLog.remove, says: 'Logs deleted!' },
  'GET /unknownDevice': { who: 'A', call: unknownDevices.list },
  'DELETE /unknownDevice/:deviceName': { who: 'A', call: unknownDevices.remove, says: 'Deleted!' },
} as const satisfies Routes;
