import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { testPublications } from '@telemon/contracts/mqtt-bridge/test-readings';
import { Asker } from '@telemon/platform/messaging/asker';
import { refuseAssistants } from '../devices/devices.errors.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { LatestService } from '../latest/latest.service.ts';
import { CalibrationTables } from '../sensor-types/calibration-tables.ts';
import { plausibleValues } from './plausible-values.ts';
import { hasReadings } from './test-readings.errors.ts';

/** Lets the MQTT bridge send a first reading in place of a device, so that a user sees the whole way work without a device. */
@Injectable()
export class TestReadingsService {
  constructor(
    private readonly devices: DevicesService,
    private readonly latest: LatestService,
    private readonly tables: CalibrationTables,
    private readonly asker: Asker,
  ) {}

  /** Returns when Kafka has the reading. @throws if the device has readings already, or the actor may not change it. */
  async send(actor: Actor, deviceName: string): Promise<null> {
    refuseAssistants(actor);
    const device = await this.devices.find(actor, deviceName);
    const { lastUpdated = 0 } = (await this.latest.arrivals([device.key])).get(device.key) ?? {};
    if (lastUpdated > 0) throw hasReadings();
    const sensors = await this.devices.sensorsOf(device);
    const tables = await this.tables.of(new Set(sensors.map(({ sensorData }) => sensorData.id)));
    const values = plausibleValues(device, sensors, tables);
    await this.asker.ask(testPublications.publish, { deviceName, deviceKey: device.key, values });
    return null;
  }
}
