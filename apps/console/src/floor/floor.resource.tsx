import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const floor: ResourceProps = {
  name: 'floor',
  list: lazyPart(() => import('./floor-list.tsx')),
  hasCreate: true,
  recordRepresentation: 'floorName',
};
