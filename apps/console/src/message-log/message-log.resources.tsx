import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const mqttLogs: ResourceProps = {
  name: 'mqttLogs',
  list: lazyPart(() => import('./mqtt-log-list.tsx')),
};

export const udpLogs: ResourceProps = {
  name: 'udpLogs',
  list: lazyPart(() => import('./udp-log-list.tsx')),
};
