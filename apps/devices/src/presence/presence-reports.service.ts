import { Injectable } from '@nestjs/common';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import type { presence } from '@telemon/contracts/devices/presence';
import { reasonOf } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { DeviceRegistry, type RegisteredDevice } from '../devices/device-registry.ts';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import { PresenceService } from './presence.service.ts';

/** Takes what the MQTT endpoint tells of devices, and shows it on open pages. */
@Injectable()
export class PresenceReports {
  constructor(
    private readonly service: PresenceService,
    private readonly registry: DeviceRegistry,
    private readonly statuses: DeviceStatuses,
  ) {
    // A replica may have told of it while it was being deleted.
    registry.onGone(({ key }) => void this.forget(key));
  }

  /** Keeps nothing about a device that is gone, even if another one has its name. */
  async take({
    devices = [],
    ...telling
  }: RequestOf<typeof presence.tell>): Promise<AnswerOf<typeof presence.tell>> {
    const receivedAt = Date.now();
    await this.registry.look(devices.map((told) => ({ ...told, login: null, receivedAt })));
    const present = devices.flatMap((told) => {
      const device = this.registry.get(told.deviceName);
      return device?.key === told.deviceKey ? [{ told, device }] : [];
    });
    const isKnown = await this.service.tell(
      telling,
      present.map(({ told }) => told),
    );
    if (isKnown) this.show(present.map(({ device }) => device));
    return { isKnown };
  }

  private show(devices: readonly RegisteredDevice[]): void {
    for (const device of devices) this.statuses.show(device, 'presence');
  }

  private async forget(key: number): Promise<void> {
    try {
      await this.service.remove(key);
    } catch (error) {
      logger.warn({ reason: reasonOf(error) }, 'presence of a deleted device not removed');
    }
  }
}
