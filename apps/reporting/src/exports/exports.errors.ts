import { exportsUnderWaySentence } from '@telemon/contracts/reporting/exports';
import { defineError } from '@telemon/platform/errors';

export const exportNotFound = defineError('ExportNotFound', 'not-found', () => 'There is no such export');
export const exportsUnderWay = defineError('ExportsUnderWay', 'limited', exportsUnderWaySentence);
export const listChanged = defineError(
  'ListChanged',
  'unavailable',
  () => 'The list was changed while it was read',
);
export const rightsChanged = defineError('RightsChanged', 'forbidden', () => 'Your rights have changed');
export const devicesTaken = defineError(
  'DevicesTaken',
  'unavailable',
  () => 'Devices of yours were given to others while it was made',
);
export const holdsLostDevices = defineError(
  'HoldsLostDevices',
  'not-found',
  () => 'This export holds devices that you no longer have. Order it anew',
);
