import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const assignDevice: ResourceProps = {
  name: 'assignDevice',
  list: lazyPart(() => import('./assign-device-list.tsx')),
  hasCreate: true,
};
