import type { DynamicModule, Type } from '@nestjs/common';
import { type Device, NewDevice } from '@telemon/contracts/devices/devices';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import type { Fact } from '@telemon/contracts/facts';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { DevicesService } from '../src/devices/devices.service.ts';
import { SensorTypesService } from '../src/sensor-types/sensor-types.service.ts';
import { admin, manager, other } from './actors.ts';
import { GivenDevices } from './given-devices.ts';

/** A service with two managers, four sensor types of each, and an assistant of the first manager. */
export class GivenFleet {
  private constructor(
    readonly service: GivenDevices,
    /** Ids of the sensor types Temperature, Humidity, Pressure and Level of a manager. */
    readonly sensors: Readonly<Record<string, string[]>>,
  ) {}

  static async prepare(module: Type | DynamicModule): Promise<GivenFleet> {
    const service = await GivenDevices.prepare(module);
    await service.know(
      aUser({ id: 'm1', name: 'Zoe', companyName: 'Alpha Cold' }),
      aUser({ id: 'm2', name: 'Adam', companyName: 'Beta Tanks', locationName: 'Oslo' }),
      aUser({ id: 's1', userRole: 'assistant', managerId: 'm1' }),
    );
    const sensorTypes = service.get(SensorTypesService);
    const sensors: Record<string, string[]> = {};
    for (const { id } of [manager, other]) {
      const made = [];
      for (const sensorName of ['Temperature', 'Humidity', 'Pressure', 'Level']) {
        made.push(await sensorTypes.create(admin, NewSensorType.parse({ sensorName, userId: id })));
      }
      sensors[id] = made.map((each) => each.id);
    }
    return new GivenFleet(service, sensors);
  }

  /** A request for a device of the first manager, or of the manager in `changes`, with that manager's first sensor. */
  request(changes: Record<string, unknown> = {}): NewDevice {
    return NewDevice.parse({
      deviceName: uniqueName('dev'),
      deviceAlias: 'Cold store 7',
      managerId: 'm1',
      template: 'Multiple',
      sensorId1: this.sensors[changes.managerId === 'm2' ? 'm2' : 'm1']![0],
      locationMode: 'Gps',
      lat: 45.76,
      lng: 4.84,
      ...changes,
    });
  }

  async make(changes: Record<string, unknown> = {}): Promise<Device> {
    const { deviceData } = await this.service.get(DevicesService).create(admin, this.request(changes));
    return deviceData;
  }

  /** Assigns assistants without the service's rules, and without a fact. */
  async assign(deviceName: string, ...assistantIds: string[]): Promise<void> {
    await this.service.database.db
      .collection<{ _id: string }>('devices')
      .updateOne({ _id: deviceName }, { $set: { assistantIds } });
  }

  /** The facts about a device in the fact outbox, oldest first. */
  async factsOf(deviceName: string): Promise<Fact[]> {
    const rows = await this.service.database.db
      .collection<{ fact: Fact }>('fact_outbox')
      .find({ 'fact.key': deviceName })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(({ fact }) => fact);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
