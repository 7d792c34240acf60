import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const sensor: ResourceProps = {
  name: 'sensor',
  list: lazyPart(() => import('./sensor-list.tsx')),
  hasCreate: true,
  recordRepresentation: 'sensorName',
};
