import type { ToldConnection } from '@telemon/contracts/devices/presence';
import type { ObservedDevice, PresenceObserver } from '../src/endpoint/presence-observer.ts';

/** The reports of an endpoint about devices' connections, in their order. */
export class MemoryPresence implements PresenceObserver {
  readonly connections: (Omit<ToldConnection, 'endedAt'> & { deviceName: string })[] = [];
  /** The names of devices whose connections have ended. */
  readonly ended: string[] = [];
  readonly refusals: { deviceName: string; because: string; address?: string }[] = [];

  connected({ deviceName }: ObservedDevice, connection: Omit<ToldConnection, 'endedAt'>): void {
    this.connections.push({ deviceName, ...connection });
  }

  disconnected({ deviceName }: ObservedDevice): void {
    this.ended.push(deviceName);
  }

  refused({ deviceName }: ObservedDevice, because: string, address?: string): void {
    this.refusals.push({ deviceName, because, ...(address !== undefined && { address }) });
  }
}
