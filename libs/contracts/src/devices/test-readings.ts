import { z } from 'zod';
import { call } from '../call.ts';
import { DeviceName } from '../fields.ts';

export const testReadings = {
  /** Sends a first reading in place of a device that has none yet, the whole way that its own would take. */
  send: call(
    'devices.test-readings.send',
    z.strictObject({ deviceName: DeviceName.or(z.string().max(64)) }),
    z.null(),
  ),
};
