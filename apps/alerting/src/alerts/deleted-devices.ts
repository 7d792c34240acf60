import { Injectable } from '@nestjs/common';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { logger } from '@telemon/platform/logging';
import { KnownDevices } from '../scope/known-devices.ts';
import { AlertsService } from './alerts.service.ts';

const AGAIN_AFTER_MS = 2_000;
const AT_ONCE = 500;

interface Gone {
  deviceName: string;
  version: number;
}

/** A device's alerts, their log and their notices go with it. Each start looks again, so that a crash skips nothing. */
@Injectable()
export class DeletedDevices {
  private gone: Gone[] = [];
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStarted = false;

  constructor(
    private readonly alerts: AlertsService,
    devices: KnownDevices,
    lifecycle: Lifecycle,
  ) {
    devices.onChange((deviceName, device, version) => {
      if (device !== null) return;
      this.gone.push({ deviceName, version });
      this.begin();
    });
    lifecycle.onStart(() => {
      this.isStarted = true;
      this.begin();
    });
    lifecycle.onStop(async () => {
      this.isStarted = false;
      clearTimeout(this.timer);
      await this.working;
    });
  }

  private begin(): void {
    if (!this.isStarted || this.gone.length === 0) return;
    this.working ??= this.work()
      .catch((error: Error) => {
        logger.warn({ reason: error.message }, 'alerts of deleted devices are still there');
        this.timer = setTimeout(() => this.begin(), AGAIN_AFTER_MS);
      })
      .finally(() => {
        this.working = undefined;
      });
  }

  private async work(): Promise<void> {
    while (this.gone.length > 0) {
      const some = this.gone.slice(0, AT_ONCE);
      await this.alerts.removeOf(some);
      this.gone = this.gone.slice(some.length);
    }
  }
}
