import { DEVICE_DEFAULTS } from '@telemon/contracts/devices/devices';
import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import {
  IMPORT_COLUMNS,
  IMPORT_MOST_DEVICES,
  type ImportColumn,
  type ImportResult,
  type RowFault,
  type deviceImport,
} from '@telemon/contracts/devices/device-import';
import { DomainError } from '@telemon/platform/errors';
import { BuildingsService } from '../buildings/buildings.service.ts';
import { DeviceMaking } from '../devices/device-making.ts';
import { refuseChangesForAdmins } from '../devices/device-settings.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { UploadsService } from '../files/uploads.service.ts';
import { FloorsService } from '../floors/floors.service.ts';
import { ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { SheetReader } from '../sheets/sheet-reader.ts';
import { SheetRefused, type SheetRow } from '../sheets/sheet.ts';
import { refusalOf } from '../sheets/sheets.errors.ts';
import { importRefused } from './device-import.errors.ts';
import { type DeviceRow, type DeviceRows, devicesOfRows } from './device-rows.ts';
import { type Named, type NamedParts, named } from './named-parts.ts';

const BOUNDS = { mostRows: IMPORT_MOST_DEVICES, mostColumns: IMPORT_COLUMNS.length };

/** Creates the devices that a workbook or a delimited text describes. */
@Injectable()
export class DeviceImportService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly sheets: SheetReader,
    private readonly sensorTypes: SensorTypesService,
    private readonly buildings: BuildingsService,
    private readonly floors: FloorsService,
    private readonly managers: ManagersService,
    private readonly devices: DevicesService,
    private readonly making: DeviceMaking,
  ) {}

  /** @throws if a row is invalid and it is no dry run; no device is created then. */
  async run(
    actor: Actor,
    { dryRun, managerId, upload }: RequestOf<typeof deviceImport.run>,
  ): Promise<ImportResult> {
    const content = await this.uploads.take(actor, upload);
    const sheet = await this.sheets.read(upload.fileName, content, BOUNDS);
    const owner = await ownerFor(actor, managerId, this.managers, 'managerId');
    const read = await this.read(actor, owner, sheet);
    const faults = [...read.faults, ...(await this.faultsOf(actor, read.devices))].sort(byPlace);
    const atFault = new Set(faults.map(({ row }) => row));
    const rows = read.devices
      .filter(({ row }) => !atFault.has(row))
      .map(({ row, device }) => ({ row, deviceName: device.deviceName }));
    const found = { dryRun, count: read.count, rows, faults };
    if (dryRun) return { ...found, made: [] };
    if (faults.length > 0) throw refusedFor(faults);
    const made = await this.making.make(
      actor,
      read.devices.map(({ device }) => device),
    );
    const logins = made.map(({ device, password }) => ({
      deviceName: device._id,
      mqtt: { username: device._id, password },
    }));
    return { ...found, made: logins };
  }

  private async read(actor: Actor, owner: string, rows: SheetRow[]): Promise<DeviceRows> {
    const parts = await this.partsOf(actor, owner);
    try {
      const read = devicesOfRows(rows, owner, parts);
      if (read.count === 0) throw new SheetRefused('There is no device in the file');
      return read;
    } catch (error) {
      throw error instanceof SheetRefused ? refusalOf(error) : error;
    }
  }

  private async partsOf(actor: Actor, owner: string): Promise<NamedParts> {
    const [{ sensors }, buildings, floors] = await Promise.all([
      this.sensorTypes.ofManager(actor, owner),
      this.buildings.ofManager(actor, owner),
      this.floors.ofManager(actor, owner),
    ]);
    const ofBuilding = Map.groupBy(floors, ({ buildingId }) => buildingId);
    return {
      sensors: named(sensors.map(({ id, sensorName }) => ({ id, name: sensorName }))),
      buildings: named(buildings),
      floors: new Map([...ofBuilding].map(([id, those]): [string, Named] => [id, named(those)])),
    };
  }

  /** Faults of devices that are valid by themselves: names that are taken, and settings that only an admin may choose. */
  private async faultsOf(actor: Actor, devices: readonly DeviceRow[]): Promise<RowFault[]> {
    const taken = await this.devices.taken(devices.map(({ device }) => device.deviceName));
    return devices.flatMap(({ row, device }) => {
      const fields = refusedFields(() => refuseChangesForAdmins(actor, DEVICE_DEFAULTS, device));
      if (taken.has(device.deviceName)) fields.deviceName = 'This name is taken';
      return Object.entries(fields).map(([column, message]) => ({ row, column, message }));
    });
  }
}

const placeOf = (column: string) => {
  const place = IMPORT_COLUMNS.indexOf(column as ImportColumn);
  return place < 0 ? IMPORT_COLUMNS.length : place;
};

/** Sorts faults by row, then in the order of the columns; columns without a name come last. */
const byPlace = (one: RowFault, other: RowFault) =>
  one.row - other.row || placeOf(one.column) - placeOf(other.column);

const refusedFields = (check: () => void): Record<string, string> => {
  try {
    check();
    return {};
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { ...error.failure.fields };
  }
};

const refusedFor = (faults: readonly RowFault[]): DomainError => {
  const [{ row, column, message }] = faults as [RowFault];
  const fields = Object.fromEntries(
    faults.map((fault) => [`rows.${fault.row}.${fault.column}`, fault.message]),
  );
  return importRefused({ first: `Row ${row}, ${column}: ${message}` }, { fields });
};
