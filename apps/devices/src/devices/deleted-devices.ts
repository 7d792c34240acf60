import { Injectable } from '@nestjs/common';
import { DevicesRepository } from './devices.repository.ts';

/** Whether the device with this key is deleted. */
export type IsDeleted = (key: number) => Promise<boolean>;

/** Finds out for a pass whose readings or images belong to no device any more. */
@Injectable()
export class DeletedDevices {
  constructor(private readonly repository: DevicesRepository) {}

  /** Reads the keys of all devices once. A device that was made since then is not among them, so the database is asked about it. */
  async forPass(): Promise<IsDeleted> {
    const known = await this.repository.keys();
    return async (key) => !known.has(key) && !(await this.repository.has({ key }));
  }
}
