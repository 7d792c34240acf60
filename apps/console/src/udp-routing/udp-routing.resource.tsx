import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const udpRouting: ResourceProps = {
  name: 'udp-routing',
  list: lazyPart(() => import('./udp-routing-list.tsx')),
  hasCreate: true,
};
