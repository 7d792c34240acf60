import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const alert: ResourceProps = {
  name: 'alert',
  list: lazyPart(() => import('./alert-list.tsx')),
  hasCreate: true,
};
