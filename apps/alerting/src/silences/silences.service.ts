import { Injectable } from '@nestjs/common';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import type { ClientSession } from 'mongodb';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { DeviceStatus } from '../alert-log/device-status.ts';
import type { GoneDevice } from '../rules/leftovers.ts';
import { type SilenceDocument, type SilenceStep, SilencesRepository } from './silences.repository.ts';

/** The stored watches over the silence of devices. */
@Injectable()
export class SilencesService {
  constructor(
    private readonly repository: SilencesRepository,
    private readonly facts: FactOutbox,
    private readonly alertLog: AlertLogService,
    private readonly status: DeviceStatus,
  ) {}

  /** Every device that has sent a reading, or those of these names that have. */
  all(deviceNames?: string[]): AsyncIterable<SilenceDocument> {
    return this.repository.all(deviceNames);
  }

  /** Stores states, in the caller's transaction if there is one. @throws if another process changed one first */
  write(steps: SilenceStep[], session?: ClientSession): Promise<void> {
    return this.repository.write(steps, session);
  }

  /** Removes what is known of deleted devices, and their open silences. Idempotent. */
  async removeOf(gone: GoneDevice[]): Promise<void> {
    const watched = new Set(await this.repository.watched(gone.map(({ deviceName }) => deviceName)));
    for (const device of gone.filter(({ deviceName }) => watched.has(deviceName))) {
      await this.facts.commit(async (session, publish) => {
        const wasSilent = await this.repository.removeOf(device, session);
        if (!wasSilent) return;
        // In the same transaction: a new device of this name must not start as silent.
        await this.alertLog.removeOpenOf(device, session);
        await this.status.publish([device.deviceName], session, publish);
      });
    }
  }
}
