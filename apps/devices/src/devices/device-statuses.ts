import { Injectable } from '@nestjs/common';
import type { LiveDevice } from '@telemon/contracts/gateway/live';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceRegistry, type RegisteredDevice } from './device-registry.ts';

/** Whether devices have firing alerts, from alerting's facts, and the live updates of devices. */
@Injectable()
export class DeviceStatuses {
  private readonly firing: FactCopy<'device-status'>;

  constructor(
    copies: FactCopies,
    devices: DeviceRegistry,
    private readonly live: Live,
  ) {
    this.firing = copies.of('device-status');
    this.firing.onChange((deviceName) => {
      const device = devices.get(deviceName);
      if (device) this.show(device, 'status');
    });
  }

  /** 1 while any alert of the device is firing. */
  of(deviceName: string): 0 | 1 {
    return (this.firing.get(deviceName)?.firing ?? 0) > 0 ? 1 : 0;
  }

  /** Publishes a change of a device to open pages. */
  show({ name, audience }: Pick<RegisteredDevice, 'name' | 'audience'>, change: LiveDevice['change']): void {
    if (!this.live.isLookedAt) return;
    const update: LiveDevice = { audience, deviceName: name, change, status: this.of(name) };
    this.live.publish(LIVE_SUBJECTS.devices, update);
  }
}
