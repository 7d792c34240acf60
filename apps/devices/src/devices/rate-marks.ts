import { Injectable } from '@nestjs/common';
import { BEYOND_RATE_EVERY_MS, BEYOND_RATE_SUBJECT, BeyondRate } from '@telemon/contracts/device-rate';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceMarks } from './device-marks.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DeviceStatuses } from './device-statuses.ts';

/** A device stays marked for this long after the last report, ms: longer than the time between two reports. */
export const MARKED_FOR_MS = 1.5 * BEYOND_RATE_EVERY_MS;

/** The devices that exceed their rate. */
@Injectable()
export class RateMarks extends DeviceMarks {
  constructor(devices: DeviceRegistry, statuses: DeviceStatuses, live: Live, lifecycle: Lifecycle) {
    const reports = { subject: BEYOND_RATE_SUBJECT, schema: BeyondRate, markedForMs: MARKED_FOR_MS };
    super(reports, devices, statuses, live, lifecycle);
  }
}
