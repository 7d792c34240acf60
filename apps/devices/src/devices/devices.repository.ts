import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { FloorData } from '@telemon/contracts/devices/devices';
import type { PageQuery } from '@telemon/contracts/page';
import { NO_ADJUSTMENT, NO_MAPPING } from '@telemon/contracts/devices/treatment';
import { refuseIfTooLate } from '@telemon/platform/deadline';
import { Mongo } from '@telemon/platform/mongo';
import { foundBy, untilTooLate } from '@telemon/platform/sorted-page';
import type { ClientSession, Collection, Filter } from 'mongodb';
import { randomInt } from 'node:crypto';
import { rowsByManager, sortBy } from '../list-query.ts';
import { DecodedOnce } from './decoded-once.ts';
import type { DeviceDocument, Registrable } from './device-document.ts';

/** The scope is in the query: a foreign device finds nothing, just as a missing one does. */
const scopeOf = ({ role, id }: Actor): Filter<DeviceDocument> => {
  if (isAdmin(role)) return {};
  if (role === 'manager') return { managerId: id };
  return { assistantIds: role === 'assistant' ? id : { $in: [] } };
};

/** Fields that a list is sorted by in the database, under their names there. */
const SORTABLE = { deviceName: '_id', deviceAlias: 'deviceAlias', createdAt: 'createdAt' } as const;
type Sortable = keyof typeof SORTABLE;

/** What a list is narrowed and ordered by beside the query itself. */
interface DeviceList extends PageQuery {
  /** Only those that have assistants. */
  isAssigned?: boolean;
  /** Managers that the search text stands for. */
  managerIds: string[];
  /** Where rows are to stand in the order of their managers: these, up or down. */
  managersInOrder?: string[];
}

export type DashboardDocument = Pick<
  DeviceDocument,
  | '_id'
  | 'key'
  | 'deviceAlias'
  | 'managerId'
  | 'template'
  | 'locationMode'
  | 'lat'
  | 'lng'
  | 'floorData'
  | 'sensorIds'
  | 'deviceMetaData'
>;
const REGISTERED = {
  key: 1,
  managerId: 1,
  assistantIds: 1,
  sensorIds: 1,
  sensorMapping: 1,
  sensorAdjustment: 1,
} satisfies Record<Exclude<keyof Registrable, '_id'>, 1>;

const ON_DASHBOARD = {
  key: 1,
  deviceAlias: 1,
  managerId: 1,
  template: 1,
  locationMode: 1,
  lat: 1,
  lng: 1,
  floorData: 1,
  sensorIds: 1,
  deviceMetaData: 1,
} satisfies Record<Exclude<keyof DashboardDocument, '_id'>, 1>;

/** So many take some milliseconds to read and to write: others are answered in between. */
const READ_AT_ONCE = 1_000;
/** Devices of which one is held on to for a sensor: enough for those who do so at once to be seldom in each other's way. */
const HELD_AMONG = 100;
/** Of what the dashboard shows, about a kilobyte each, and as many again. */
const MOST_REMEMBERED = 20_000;

@Injectable()
export class DevicesRepository {
  private readonly devices: Collection<DeviceDocument>;
  /** The same, for lists and whatever else grows with the fleet: no writer waits behind them for a connection. */
  private readonly fleet: Collection<DeviceDocument>;
  private readonly onDashboardOnce = new DecodedOnce<DashboardDocument>(MOST_REMEMBERED);
  private readonly counters: Collection<{ _id: string; value: number }>;

  constructor(mongo: Mongo) {
    this.devices = mongo.collection<DeviceDocument>('devices', [
      { key: { managerId: 1, createdAt: -1, _id: -1 } },
      { key: { assistantIds: 1, createdAt: -1, _id: -1 } },
      { key: { createdAt: -1, _id: -1 } },
      { key: { deviceAlias: 1, _id: 1 } },
      { key: { sensorIds: 1 } },
      { key: { 'floorData.floorMapId': 1 }, sparse: true },
      { key: { 'floorData.buildingId': 1 }, sparse: true },
      {
        key: { createdAt: -1, _id: -1 },
        name: 'assigned',
        partialFilterExpression: { 'assistantIds.0': { $exists: true } },
      },
    ]);
    this.fleet = mongo.forLongReads(this.devices);
    this.counters = mongo.collection('counters');
  }

  /** Gives devices of an earlier Telemon the settings that it didn't have. */
  async complete(): Promise<void> {
    const $set = { floorData: null, sensorAdjustment: NO_ADJUSTMENT, sensorMapping: NO_MAPPING };
    await this.devices.updateMany({ sensorMapping: { $exists: false } }, { $set });
  }

  /** So many keys that no device ever had: the last of them, which those before it count up to. */
  async nextKeys(count: number): Promise<number> {
    const counter = await this.counters.findOneAndUpdate(
      { _id: 'device-key' },
      { $inc: { value: count } },
      { upsert: true, returnDocument: 'after' },
    );
    return counter!.value;
  }

  async insert(devices: readonly DeviceDocument[], session: ClientSession): Promise<void> {
    await this.devices.insertMany(devices, { session });
  }

  find(actor: Actor, deviceName: string, session?: ClientSession): Promise<DeviceDocument | null> {
    return this.devices.findOne({ ...scopeOf(actor), _id: deviceName }, { session });
  }

  /** Those of these names that the actor may see. */
  withNames(actor: Actor, names: readonly string[], session: ClientSession): Promise<DeviceDocument[]> {
    return this.devices.find({ ...scopeOf(actor), _id: { $in: [...names] } }, { session }).toArray();
  }

  /** Those that one of these assistants is assigned to. */
  assignedTo(assistantIds: readonly string[], session: ClientSession): Promise<DeviceDocument[]> {
    return this.devices.find({ assistantIds: { $in: [...assistantIds] } }, { session }).toArray();
  }

  async replace(devices: readonly DeviceDocument[], session: ClientSession): Promise<void> {
    const replacements = devices.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement },
    }));
    await this.devices.bulkWrite(replacements, { session });
  }

  async remove(actor: Actor, deviceName: string, session: ClientSession): Promise<DeviceDocument | null> {
    return this.devices.findOneAndDelete({ ...scopeOf(actor), _id: deviceName }, { session });
  }

  /** A page, newest first unless asked otherwise. */
  async page(actor: Actor, list: DeviceList): Promise<{ rows: DeviceDocument[]; totalCount: number }> {
    const filter: Filter<DeviceDocument> = {
      ...scopeOf(actor),
      ...searchFor(list),
      ...(list.isAssigned && { 'assistantIds.0': { $exists: true } }),
    };
    const [rows, totalCount] = await Promise.all([
      list.managersInOrder
        ? rowsByManager(this.fleet, filter, 'managerId', list, list.managersInOrder)
        : this.fleet
            .find(filter, untilTooLate())
            .sort(orderOf(list))
            .skip(list.offset)
            .limit(list.limit)
            .toArray(),
      this.fleet.countDocuments(filter, {
        ...untilTooLate(),
        ...(isAdmin(actor.role) && !list.isAssigned && { hint: '_id_' }),
      }),
    ]);
    return { rows, totalCount };
  }

  /** All in the actor's scope, by name. */
  names(actor: Actor): Promise<Pick<DeviceDocument, '_id' | 'deviceAlias' | 'managerId'>[]> {
    return this.fleet
      .find(scopeOf(actor), { projection: { deviceAlias: 1, managerId: 1 }, ...untilTooLate() })
      .sort({ _id: 1 })
      .toArray();
  }

  /** How many `onDashboard` gives. */
  countOnDashboard(actor: Actor, managerIds: readonly string[] | null): Promise<number> {
    const filter = dashboardOf(actor, managerIds);
    return this.fleet.countDocuments(filter, {
      ...untilTooLate(),
      ...(Object.keys(filter).length === 0 && { hint: '_id_' }),
    });
  }

  /**
   * All in the actor's scope, by name, with what the dashboard shows of them; of these managers where some are named. They
   * come some hundreds at a time.
   */
  async *onDashboard(
    actor: Actor,
    managerIds: readonly string[] | null,
  ): AsyncGenerator<DashboardDocument[]> {
    const cursor = this.fleet
      .find<DashboardDocument>(dashboardOf(actor, managerIds), {
        ...untilTooLate(),
        projection: ON_DASHBOARD,
        batchSize: READ_AT_ONCE,
        raw: true,
      })
      .sort({ _id: 1 });
    try {
      while (await cursor.hasNext()) {
        const batch = cursor.readBufferedDocuments() as unknown as Buffer[];
        yield batch.map((bytes) => this.onDashboardOnce.of(bytes));
        refuseIfTooLate();
      }
    } finally {
      await cursor.close();
    }
  }

  /** Every device, or those of these names, for the service's own use. */
  registered(names?: readonly string[]): Promise<Registrable[]> {
    return this.devices
      .find<Registrable>(names ? { _id: { $in: [...names] } } : {}, { projection: REGISTERED })
      .toArray();
  }

  /** Whether there is such a device, whoever owns it. */
  async has(filter: Filter<DeviceDocument>, session?: ClientSession): Promise<boolean> {
    return (await this.devices.findOne(filter, { session, projection: { _id: 1 } })) !== null;
  }

  /**
   * Writes to one of the devices that have a sensor type, other than these, so that no other transaction can take it from
   * that device at the same time. Which one is left to chance, as many may do so at once. false: no other has it.
   */
  async holdOneWith(sensorId: string, others: readonly string[], session: ClientSession): Promise<boolean> {
    const filter = { sensorIds: sensorId, _id: { $nin: [...others] } };
    const some = await this.devices
      .find(filter, { session, projection: { _id: 1 }, limit: HELD_AMONG })
      .toArray();
    if (some.length === 0) return false;
    const { _id } = some[randomInt(some.length)]!;
    await this.devices.updateOne({ _id }, { $inc: { held: 1 } }, { session });
    return true;
  }

  /** Those on a floor that the actor may see, by name. */
  onFloor(actor: Actor, floorId: string): Promise<DeviceDocument[]> {
    return this.devices
      .find({ ...scopeOf(actor), 'floorData.floorMapId': floorId })
      .sort({ _id: 1 })
      .toArray();
  }

  /** Where the devices of an assistant stand. */
  async placesOf(assistantId: string): Promise<FloorData[]> {
    const filter = { assistantIds: assistantId, floorData: { $ne: null } };
    const rows = await this.devices.find(filter, { projection: { floorData: 1 } }).toArray();
    return rows.flatMap(({ floorData }) => (floorData ? [floorData] : []));
  }

  /** Whoever is assigned to a device in a building, each once. */
  assistantsIn(buildingId: string): Promise<string[]> {
    return this.devices.distinct('assistantIds', { 'floorData.buildingId': buildingId });
  }

  /** Takes all devices off the floors of a building, and gives them back as they are then. */
  async leaveBuilding(buildingId: string, session: ClientSession): Promise<DeviceDocument[]> {
    const filter = { 'floorData.buildingId': buildingId };
    const rows = await this.devices.find(filter, { session }).toArray();
    if (rows.length > 0) await this.devices.updateMany(filter, { $set: { floorData: null } }, { session });
    return rows.map((device) => ({ ...device, floorData: null }));
  }

  async login(deviceName: string): Promise<{ deviceKey: number; passwordSha256: string } | null> {
    const projection = { key: 1, passwordSha256: 1 };
    const device = await this.devices.findOne({ _id: deviceName }, { projection });
    return device && { deviceKey: device.key, passwordSha256: device.passwordSha256 };
  }
}

const dashboardOf = (actor: Actor, managerIds: readonly string[] | null): Filter<DeviceDocument> =>
  managerIds ? { $and: [scopeOf(actor), { managerId: { $in: [...managerIds] } }] } : scopeOf(actor);

const searchFor = ({ q, managerIds }: DeviceList): Filter<DeviceDocument> =>
  foundBy<DeviceDocument>(q, ['_id', 'deviceAlias'], { managerId: { $in: managerIds } });

const orderOf = (list: DeviceList): Record<string, 1 | -1> => {
  const sort = sortBy(list, Object.keys(SORTABLE) as Sortable[]);
  return sort ? { [SORTABLE[sort.field]]: sort.direction, _id: sort.direction } : { createdAt: -1, _id: -1 };
};
