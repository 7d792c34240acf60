import { Injectable } from '@nestjs/common';
import type { LiveAlert } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { Live } from '@telemon/platform/messaging/live';
import { KnownDevices } from '../scope/known-devices.ts';

/** Publishes changes of alert-log entries, and of snoozes, to open pages. */
@Injectable()
export class LiveAlerts {
  constructor(
    private readonly live: Live,
    private readonly devices: KnownDevices,
  ) {}

  publish(
    { entryId, alertId, deviceName }: Pick<LiveAlert, 'entryId' | 'alertId' | 'deviceName'>,
    change: LiveAlert['change'],
  ): void {
    const audience = this.devices.audienceOf(deviceName);
    const update: LiveAlert = { audience, deviceName, alertId, entryId, change };
    this.live.publish(LIVE_SUBJECTS.alerts, update);
  }
}
