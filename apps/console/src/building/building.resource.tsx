import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const building: ResourceProps = {
  name: 'building',
  list: lazyPart(() => import('./building-list.tsx')),
  hasCreate: true,
  recordRepresentation: 'buildingName',
};
