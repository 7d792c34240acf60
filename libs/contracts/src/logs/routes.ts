import type { Routes } from '../route.ts';
import { blockedTopics } from './blocked-topics.ts';

export const logsRoutes = {
  'GET /mqttLog/blockTopic': { who: 'A', call: blockedTopics.list },
  'POST /mqttLog/blockTopic': {
    who: 'A',
    call: blockedTopics.create,
    as: 'blockedTopic',
    says: 'Topic Blocked!',
  },
  'DELETE /mqttLog/blockTopic/:id': { who: 'A', call: blockedTopics.remove, says: 'Deleted!' },
} as const satisfies Routes;
