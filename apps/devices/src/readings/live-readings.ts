import { Injectable } from '@nestjs/common';
import type { LiveReading } from '@telemon/contracts/gateway/live';
import type { Reading } from '@telemon/contracts/readings';
import { LIVE_SUBJECTS } from '@telemon/contracts/topics';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Live } from '@telemon/platform/messaging/live';
import { DeviceRegistry } from '../devices/device-registry.ts';
import { keyOf } from '../stored-readings/reading-id.ts';

/** An open page gets updates of a device four times a second at most … */
const INTERVAL_MS = 250;
/** … with at most this many of its newest readings each time. */
const READINGS_AT_ONCE = 8;
const UPDATES_IN_A_MESSAGE = 500;

/** Publishes stored readings to open pages, throttled per device: the first at once, those that follow closely together later. */
@Injectable()
export class LiveReadings {
  /** Device → when it was shown last, by a monotonic clock. */
  private readonly shownAt = new Map<string, number>();
  private readonly waiting = new Map<string, Reading[]>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly live: Live,
    private readonly devices: DeviceRegistry,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStop(() => clearTimeout(this.timer));
  }

  show(readings: readonly Reading[]): void {
    if (!this.live.isLookedAt) {
      this.shownAt.clear();
      this.waiting.clear();
      return;
    }
    for (const reading of readings) {
      const waiting = this.waiting.get(reading.deviceName);
      if (!waiting) this.waiting.set(reading.deviceName, [reading]);
      else {
        waiting.push(reading);
        if (waiting.length > READINGS_AT_ONCE) waiting.shift();
      }
    }
    this.showDue();
  }

  private showDue(): void {
    const now = performance.now();
    const updates: LiveReading[] = [];
    for (const [deviceName, readings] of this.waiting) {
      if (now - (this.shownAt.get(deviceName) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) continue;
      this.waiting.delete(deviceName);
      this.shownAt.set(deviceName, now);
      const device = this.devices.get(deviceName);
      if (!device) continue;
      for (const reading of readings) {
        // Another device may have the name by now, with another audience.
        if (keyOf(Buffer.from(reading.id, 'base64url')) === device.key)
          updates.push({ audience: device.audience, reading });
      }
    }
    for (let from = 0; from < updates.length; from += UPDATES_IN_A_MESSAGE) {
      this.live.publish(LIVE_SUBJECTS.readings, updates.slice(from, from + UPDATES_IN_A_MESSAGE));
    }
    if (this.waiting.size > 0) this.timer ??= setTimeout(() => this.again(), INTERVAL_MS);
  }

  private again(): void {
    this.timer = undefined;
    this.showDue();
  }
}
