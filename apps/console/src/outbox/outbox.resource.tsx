import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const outbox: ResourceProps = {
  name: 'outbox',
  list: lazyPart(() => import('./outbox-list.tsx')),
};
