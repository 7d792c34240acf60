import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const user: ResourceProps = {
  name: 'user',
  list: lazyPart(() => import('./user-list.tsx')),
  hasCreate: true,
  recordRepresentation: 'name',
};
