import { Injectable } from '@nestjs/common';
import { BEYOND_RATE_EVERY_MS, BEYOND_RATE_SUBJECT, BeyondRate } from '@telemon/contracts/device-rate';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceRegistry } from './device-registry.ts';
import { DeviceStatuses } from './device-statuses.ts';

/** A device stays marked for this long after the last report, ms: longer than the time between two reports. */
export const MARKED_FOR_MS = 1.5 * BEYOND_RATE_EVERY_MS;

/** The devices that exceed their rate, as the edges report. Each process has its own marks, and may miss a report. */
@Injectable()
export class RateMarks {
  private readonly marked = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly devices: DeviceRegistry,
    private readonly statuses: DeviceStatuses,
    live: Live,
    lifecycle: Lifecycle,
  ) {
    live.subscribe(BEYOND_RATE_SUBJECT, BeyondRate, ({ deviceName }) => this.mark(deviceName));
    devices.onGone(({ name }) => this.forget(name));
    lifecycle.onStop(() => {
      for (const name of this.marked.keys()) this.forget(name);
    });
  }

  has(deviceName: string): boolean {
    return this.marked.has(deviceName);
  }

  private mark(deviceName: string): void {
    if (!this.devices.get(deviceName)) return;
    const isNew = !this.has(deviceName);
    this.forget(deviceName);
    const end = setTimeout(() => {
      this.forget(deviceName);
      this.show(deviceName);
    }, MARKED_FOR_MS);
    this.marked.set(deviceName, end);
    if (isNew) this.show(deviceName);
  }

  private forget(deviceName: string): void {
    clearTimeout(this.marked.get(deviceName));
    this.marked.delete(deviceName);
  }

  private show(deviceName: string): void {
    const device = this.devices.get(deviceName);
    if (device) this.statuses.show(device, 'updated');
  }
}
