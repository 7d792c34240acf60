/** A deleted device, and the version of the fact about its deletion. */
export interface GoneDevice {
  deviceName: string;
  version: number;
}

/** Deleted devices whose rules could not be removed at once. */
export class Leftovers {
  private readonly listeners: ((gone: GoneDevice) => void)[] = [];

  /** Calls `listener`, which retries later, with each of them. */
  onLeft(listener: (gone: GoneDevice) => void): void {
    this.listeners.push(listener);
  }

  /** Removes what hangs on a deleted device. @throws if it can't; then the device is left to the listeners. */
  async removeOrLeave(gone: GoneDevice, remove: (gone: GoneDevice[]) => Promise<void>): Promise<void> {
    try {
      await remove([gone]);
    } catch (error) {
      for (const listener of this.listeners) listener(gone);
      throw error;
    }
  }
}
