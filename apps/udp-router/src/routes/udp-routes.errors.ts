import { UDP_ROUTES_MAX } from '@telemon/contracts/udp-router/udp-routes';
import { defineError } from '@telemon/platform/errors';

export const routeNotFound = defineError('RouteNotFound', 'not-found', () => 'There is no such rule');
export const routeTaken = defineError(
  'RouteTaken',
  'conflict',
  () => 'There is already a rule from this device to this host, port and topic',
);
export const tooManyRoutes = defineError(
  'TooManyRoutes',
  'conflict',
  () => `There are ${UDP_ROUTES_MAX} rules already; delete one first`,
);
/** Said at the field, too. */
export const NO_SUCH_DEVICE = 'There is no such device';
export const noSuchDevice = defineError('NoSuchDevice', 'invalid', () => NO_SUCH_DEVICE);
export const certificateUnreadable = defineError(
  'CertificateUnreadable',
  'invalid',
  ({ line }: { line: number }) => `The certificate that begins in line ${line} cannot be read`,
);
