import type { Routes } from '../route.ts';
import { blockedTopics } from './blocked-topics.ts';
import { mqttLog, udpLog } from './message-logs.ts';
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
  'GET /mqttLog/blockTopic': { who: 'A', call: blockedTopics.list },
  'POST /mqttLog/blockTopic': {
    who: 'A',
    call: blockedTopics.create,
    as: 'blockedTopic',
    says: 'Topic Blocked!',
  },
  'DELETE /mqttLog/blockTopic/:id': { who: 'A', call: blockedTopics.remove, says: 'Deleted!' },
  'GET /udpLog': { who: 'AMS', of: 'many', call: udpLog.list },
  'DELETE /udpLog': { who: 'AM', of: 'many', call: udpLog.remove, says: 'Logs deleted!' },
  'GET /unknownDevice': { who: 'A', call: unknownDevices.list },
  'DELETE /unknownDevice/:deviceName': { who: 'A', call: unknownDevices.remove, says: 'Deleted!' },
} as const satisfies Routes;
