import type { Lifecycle } from '@telemon/platform/lifecycle';
import type { Live } from '@telemon/platform/messaging/live';
import type { z } from 'zod';
import type { DeviceRegistry } from './device-registry.ts';
import type { DeviceStatuses } from './device-statuses.ts';

/** Reports of the edges about devices, and how long each counts, ms. */
interface Reports {
  readonly subject: string;
  readonly schema: z.ZodType<{ deviceName: string }>;
  readonly markedForMs: number;
}

/** The devices that the edges report lately. Each process has its own marks, and may miss a report. */
export class DeviceMarks {
  private readonly marked = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly reports: Reports,
    private readonly devices: DeviceRegistry,
    private readonly statuses: DeviceStatuses,
    live: Live,
    lifecycle: Lifecycle,
  ) {
    live.subscribe(reports.subject, reports.schema, ({ deviceName }) => this.mark(deviceName));
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
    }, this.reports.markedForMs);
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
