import { Injectable } from '@nestjs/common';
import type { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import type { ClientSession } from 'mongodb';
import { AlertLogRepository } from './alert-log.repository.ts';

type Publish = Parameters<Parameters<FactOutbox['commit']>[0]>[1];

/** Publishes how many alerts of a device are firing, and since when it is silent. */
@Injectable()
export class DeviceStatus {
  constructor(private readonly repository: AlertLogRepository) {}

  /**
   * Publishes a fact per device, in the transaction that opened or closed an entry. This increments the fact's version,
   * so of two concurrent transactions about one device the second retries and counts the entries of the first.
   */
  async publish(deviceNames: Iterable<string>, session: ClientSession, publish: Publish): Promise<void> {
    const names = [...new Set(deviceNames)];
    if (names.length === 0) return;
    const open = await this.repository.openOf(names, session);
    await publish(
      ...[...open].map(([deviceName, { firing, silentSince }]) => ({
        kind: 'device-status' as const,
        key: deviceName,
        state: { deviceName, firing, silentSince: silentSince?.getTime() ?? null },
      })),
    );
  }
}
