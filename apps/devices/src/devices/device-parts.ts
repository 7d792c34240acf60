import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { FloorsService } from '../floors/floors.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import type { DeviceDocument } from './device-document.ts';
import { idsOfSensors } from './device-views.ts';
import { sensorNotChosen } from './devices.errors.ts';
import { DevicesRepository } from './devices.repository.ts';

/** The manager's things that a device uses: its sensors and its floor. */
@Injectable()
export class DeviceParts {
  constructor(
    private readonly repository: DevicesRepository,
    private readonly sensorTypes: SensorTypesService,
    private readonly floors: FloorsService,
  ) {}

  /**
   * Checks that all of them belong to the manager, and locks them until the transaction ends.
   * @param devices At least one, all of one manager.
   * @returns The names of their sensors by id.
   * @throws if one is missing or belongs to another manager.
   */
  async take(
    devices: readonly DeviceDocument[],
    session: ClientSession,
  ): Promise<ReadonlyMap<string, string>> {
    const { managerId } = devices[0]!;
    const ids = [...new Set(idsOfSensors(devices))];
    const names = await this.sensorTypes.namesOwnedBy(managerId, ids, session);
    await this.holdOn([...names.keys()], devices, session);
    for (const { sensorIds, floorData } of devices) {
      const fields: Record<string, string> = {};
      for (const [channel, id] of sensorIds.entries()) {
        if (id !== null && !names.has(id)) fields[`sensorId${channel + 1}`] = 'There is no such sensor';
      }
      if (Object.keys(fields).length > 0) throw sensorNotChosen(undefined, { fields });
      if (floorData) await this.floors.take(managerId, floorData, session);
    }
    return names;
  }

  /**
   * A sensor type that another device uses can't be deleted, so it is enough to lock any one such device. Only unused sensor
   * types are locked themselves: otherwise a hundred devices created at once would make each other's transactions start again.
   */
  private async holdOn(
    ids: readonly string[],
    devices: readonly DeviceDocument[],
    session: ClientSession,
  ): Promise<void> {
    const own = devices.map(({ _id }) => _id);
    const unused: string[] = [];
    for (const id of ids) {
      if (!(await this.repository.holdOneWith(id, own, session))) unused.push(id);
    }
    await this.sensorTypes.take(unused, session);
  }
}

const partsOf = ({ managerId, sensorIds, floorData }: DeviceDocument) => [managerId, sensorIds, floorData];

/** Whether two states of a device have the same manager, sensors and position on a floor. */
export const hasSameParts = (one: DeviceDocument, other: DeviceDocument): boolean =>
  isDeepStrictEqual(partsOf(one), partsOf(other));
