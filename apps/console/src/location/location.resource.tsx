import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const location: ResourceProps = {
  name: 'location',
  list: lazyPart(() => import('./location-list.tsx')),
  hasCreate: true,
  recordRepresentation: 'locationName',
};
