import { Injectable } from '@nestjs/common';
import { UNAUTHENTICATED_SUBJECT, Unauthenticated } from '@telemon/contracts/devices/udp-identity';
import { DAY_MS } from '@telemon/contracts/durations';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceMarks } from './device-marks.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DeviceStatuses } from './device-statuses.ts';

/** A day, so that a device that sends a few times a day keeps its mark, ms. */
const MARKED_FOR_MS = DAY_MS;

/** The devices whose datagrams are taken without a proof of who sent them. */
@Injectable()
export class UdpMarks extends DeviceMarks {
  constructor(devices: DeviceRegistry, statuses: DeviceStatuses, live: Live, lifecycle: Lifecycle) {
    const reports = {
      subject: UNAUTHENTICATED_SUBJECT,
      schema: Unauthenticated,
      markedForMs: MARKED_FOR_MS,
    };
    super(reports, devices, statuses, live, lifecycle);
  }
}
