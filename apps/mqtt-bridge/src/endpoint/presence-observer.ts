import type { ToldConnection } from '@telemon/contracts/devices/presence';

/** A device, which `isTest` marks as the bridge itself in its place. */
export interface ObservedDevice {
  readonly deviceName: string;
  readonly deviceKey: number;
  readonly isTest?: boolean;
}

/** Sees what becomes of devices' connections. Its calls are cheap, and wait for nothing. */
export interface PresenceObserver {
  /** The device has signed in; it has no other connection here. */
  connected(device: ObservedDevice, connection: Omit<ToldConnection, 'endedAt'>): void;
  /** The device's connection has ended. */
  disconnected(device: ObservedDevice): void;
  /**
   * Something was refused, by the name of the reason; names that mean no fault are ignored.
   * @param address That of a sign-in; without one, it came over the device's connection
   */
  refused(device: ObservedDevice, because: string, address?: string): void;
}
