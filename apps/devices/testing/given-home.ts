import type { Type } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Home } from '@telemon/contracts/devices/dashboards';
import { NewDevice } from '@telemon/contracts/devices/devices';
import { NewSensorType } from '@telemon/contracts/devices/sensor-types';
import { MINUTE_MS } from '@telemon/contracts/durations';
import type { RawHeaders } from '@telemon/contracts/readings';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import type { PackedJson } from '@telemon/platform/messaging/packed-json';
import { aUser } from '@telemon/testing/builders';
import { uniqueName } from '@telemon/testing/given';
import { randomUUID } from 'node:crypto';
import type { DevicesVariables } from '../src/config.ts';
import { DashboardsModule } from '../src/dashboards/dashboards.module.ts';
import { HomeService } from '../src/dashboards/home.service.ts';
import type { DeviceDocument } from '../src/devices/device-document.ts';
import { DevicesService } from '../src/devices/devices.service.ts';
import type { PerChannel } from '../src/latest/day-totals.ts';
import { Days } from '../src/latest/days.ts';
import { LatestRepository } from '../src/latest/latest.repository.ts';
import { LatestService } from '../src/latest/latest.service.ts';
import { Latest } from '../src/latest/latest.ts';
import type { RawMessage } from '../src/readings/raw-message.ts';
import { ReadingsConsumer } from '../src/readings/readings.consumer.ts';
import { SensorTypesService } from '../src/sensor-types/sensor-types.service.ts';
import { manager } from './actors.ts';
import { GivenDevices } from './given-devices.ts';

export const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();
/** The time that the clocks of Paris show at an instant, as a spreadsheet's date. */
export const inParis = (instant: number): Date => {
  const shown = new Date(instant).toLocaleString('sv', { timeZone: 'Europe/Paris' });
  return new Date(`${shown.replace(' ', 'T')}Z`);
};
/** The kind of the failure of a call, or 'answered'. */
export const kindOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: { failure: { kind: string } }) => error.failure.kind,
  );
export const unpacked = async (packed: PackedJson): Promise<Home> =>
  JSON.parse((await packed.unpack()).toString()) as Home;

/** The home page and the pages of devices, with a manager who has the sensor types Temperature and Humidity. */
export class GivenHome {
  private lastOffset = 0;

  private constructor(
    readonly service: GivenDevices,
    readonly sensorIds: readonly string[],
  ) {}

  static async prepare(
    changes: Partial<DevicesVariables> = {},
    module: Type = DashboardsModule,
  ): Promise<GivenHome> {
    const service = await GivenDevices.prepare(module, {
      TIMEZONE: 'Europe/Paris',
      ...changes,
    });
    await service.know(aUser({ id: 'm1', companyName: 'Alpha Cold', locationName: 'Lyon' }));
    const types = service.get(SensorTypesService);
    const sensorIds = [];
    for (const sensorName of ['Temperature', 'Humidity']) {
      const { id } = await types.create(manager, NewSensorType.parse({ sensorName, userId: null }));
      sensorIds.push(id);
    }
    return new GivenHome(service, sensorIds);
  }

  /** A device of the manager, by its name. */
  async makeDevice(changes: object = {}): Promise<string> {
    const request = NewDevice.parse({
      deviceName: uniqueName('dev'),
      deviceAlias: 'Cold store 7',
      template: 'Multiple',
      sensorId1: this.sensorIds[0],
      sensorId2: this.sensorIds[1],
      locationMode: 'Gps',
      lat: 45.76,
      lng: 4.84,
      ...changes,
    });
    return (await this.service.get(DevicesService).create(manager, request)).deviceData.deviceName;
  }

  /** Treats and stores readings. A reading with a timestamp arrives half a second after it, any other one now. */
  async send(
    deviceName: string,
    readings: Record<string, unknown>[],
    marks: Pick<RawHeaders, 'test'> = {},
  ): Promise<void> {
    const messages = readings.map((reading): RawMessage => {
      const receivedAt = typeof reading.timestamp === 'number' ? reading.timestamp + 500 : Date.now();
      const headers = { arrivalId: randomUUID(), receivedAt: String(receivedAt), source: 'mqtt', ...marks };
      return {
        key: Buffer.from(deviceName),
        value: Buffer.from(JSON.stringify(reading)),
        offset: String(++this.lastOffset),
        timestamp: String(receivedAt),
        attributes: 0,
        headers,
      };
    });
    const announce = await this.service.get(ReadingsConsumer).handle({ partition: 0, messages });
    await announce();
    await this.service.get(LatestService).save();
  }

  async homeOf(by: Actor): Promise<Home> {
    return unpacked(await this.service.get(HomeService).home(by));
  }

  async filteredHome(by: Actor, locationId: string, managerId: string): Promise<Home> {
    return unpacked(await this.service.get(HomeService).filtered(by, { locationId, managerId }));
  }

  /** Stores devices of an owner with three sensors each, whose values of the last day have many digits. */
  async storeFleet(owner: Actor, count: number, longestName: string): Promise<void> {
    const now = Date.now();
    await this.service.know(aUser({ id: owner.id, companyName: longestName, locationName: longestName }));
    const request = NewSensorType.parse({ sensorName: longestName, userId: null });
    const type = await this.service.get(SensorTypesService).create(owner, request);
    const days = this.service.get(Days);
    const none: PerChannel = [null, null, null, null];
    const fleet = Array.from({ length: count }, (_, index) => {
      const state = new Latest(1_000_000 + index);
      for (let halfHour = 48; halfHour >= 0; halfHour--) {
        const value = 1_000 + Math.sin(index + halfHour) / 3;
        const current: PerChannel = [value, value, value, null];
        const timestamp = now - halfHour * 30 * MINUTE_MS;
        const values = { current, minimum: none, maximum: none, average: none, battery: 3.72 };
        state.fold(values, { timestamp, receivedAt: timestamp }, days);
      }
      return state;
    });
    await this.service.get(LatestRepository).save(fleet);
    await this.service.database.db.collection<DeviceDocument>('devices').insertMany(
      fleet.map(({ key }, index) => ({
        _id: `dev-${String(index).padStart(11, '0')}`,
        key,
        deviceAlias: longestName,
        managerId: owner.id,
        assistantIds: [],
        template: 'Multiple',
        sensorIds: [type.id, type.id, type.id, null],
        locationMode: 'Gps',
        lat: -45.764043,
        lng: -104.835659,
        floorData: null,
        sensorAdjustment: NO_ADJUSTMENT,
        sensorMapping: NO_MAPPING,
        smsLimit: 10,
        emailLimit: 10,
        limitRefresh: 'Monthly',
        weather: 'disabled',
        deviceMetaData: { maximumDepth: 600, applicationType: 'Overflow', valueType: 'Average' },
        passwordSha256: '',
        createdAt: new Date(now),
      })),
    );
  }

  stop(): Promise<void> {
    return this.service.stop();
  }
}
