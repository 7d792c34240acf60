import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const device: ResourceProps = {
  name: 'device',
  list: lazyPart(() => import('./device-list.tsx')),
  hasCreate: true,
  recordRepresentation: 'deviceAlias',
};
