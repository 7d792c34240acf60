import { deviceNotFound } from '../scope/device-lookup.ts';
import type { RuleDocument } from './rule-document.ts';

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

  /**
   * Removes a rule that was stored after the clean-up of its deleted device had run.
   * @param goneVersion Version of the newest deletion of a device of this name.
   * @param remove Removes all rules of deleted devices.
   * @throws deviceNotFound if the device was deleted; or the error of `remove`, which leaves the device to the listeners.
   */
  async refuseIfGone(
    { deviceName, deviceVersion }: Pick<RuleDocument, 'deviceName' | 'deviceVersion'>,
    goneVersion: number,
    remove: (gone: GoneDevice[]) => Promise<void>,
  ): Promise<void> {
    if (goneVersion <= deviceVersion) return;
    const gone = { deviceName, version: goneVersion };
    try {
      await remove([gone]);
    } catch (error) {
      for (const listener of this.listeners) listener(gone);
      throw error;
    }
    throw deviceNotFound();
  }
}
