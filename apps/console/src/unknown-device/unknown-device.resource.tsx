import type { ResourceProps } from 'react-admin';
import { lazyPart } from '../kit/lazy-part.tsx';

export const unknownDevice: ResourceProps = {
  name: 'unknownDevice',
  list: lazyPart(() => import('./unknown-device-list.tsx')),
};
