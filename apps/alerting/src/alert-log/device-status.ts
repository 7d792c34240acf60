import { Injectable } from '@nestjs/common';
import type { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import type { ClientSession } from 'mongodb';
import { AlertLogRepository } from './alert-log.repository.ts';

type Tell = Parameters<Parameters<FactOutbox['commit']>[0]>[1];

/** Tells how many alerts of a device are firing. */
@Injectable()
export class DeviceStatus {
  constructor(private readonly repository: AlertLogRepository) {}

  /**
   * Tells it of each device, in the transaction that opened or closed an entry. Telling moves the fact's version, so
   * of two transactions about one device the second starts again and counts what the first has done.
   */
  async tell(deviceNames: Iterable<string>, session: ClientSession, tell: Tell): Promise<void> {
    const names = [...new Set(deviceNames)];
    const firing = await this.repository.countOpen(names, session);
    await tell(
      ...names.map((deviceName) => ({
        kind: 'device-status' as const,
        key: deviceName,
        state: { deviceName, firing: firing.get(deviceName) ?? 0 },
      })),
    );
  }
}
