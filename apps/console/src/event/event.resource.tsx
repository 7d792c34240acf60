import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const event: ResourceProps = {
  name: 'event',
  list: lazyPart(() => import('./event-list.tsx')),
  hasCreate: true,
};
