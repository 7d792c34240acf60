import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import type { FloorData, credentials } from '@telemon/contracts/devices/devices';
import { refuseIfTooLate } from '@telemon/platform/deadline';
import { CONFIRMED_WITHIN_MS, Mongo, type OrderedRead } from '@telemon/platform/mongo';
import { timeLimit } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import { type Model, type QueryFilter, trusted } from 'mongoose';
import { randomInt } from 'node:crypto';
import { rowsByManager } from '../list-query.ts';
import { DecodeCache } from './decode-cache.ts';
import { type DeviceDocument, type Registrable, deviceSchema, udpIdentityOf } from './device-document.ts';
import { type DeviceList, orderOf, searchFor } from './device-list.ts';

/** The scope is part of the query: a foreign device is not found, like a missing one. */
const scopeOf = ({ role, id }: Actor): QueryFilter<DeviceDocument> => {
  if (isAdmin(role)) return {};
  if (role === 'manager') return { managerId: id };
  return { assistantIds: role === 'assistant' ? id : trusted({ $in: [] }) };
};

const REGISTERED = {
  key: 1,
  managerId: 1,
  assistantIds: 1,
  sensorIds: 1,
  sensorMapping: 1,
  sensorAdjustment: 1,
  passwordSha256: 1,
  passwordChangedAt: 1,
  formerLogins: 1,
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
} satisfies Partial<Record<keyof DeviceDocument, 1>>;
export type DashboardDocument = Pick<DeviceDocument, '_id' | keyof typeof ON_DASHBOARD>;

/** Few enough to be read and encoded in some milliseconds, so that other calls are answered in between. */
const READ_AT_ONCE = 1_000;
/** Devices of which one is locked for a sensor type: enough that concurrent transactions seldom lock the same one. */
const HELD_AMONG = 100;
/** Dashboard documents per generation of the cache, of which there are two; about a kilobyte each. */
const MOST_REMEMBERED = 20_000;

@Injectable()
export class DevicesRepository {
  private readonly devices: Model<DeviceDocument>;
  /** The same collection for lists and other queries that grow with the fleet, over other connections, so that no writer waits. */
  private readonly fleet: Model<DeviceDocument>;
  private readonly dashboardDocuments = new DecodeCache<DashboardDocument>(MOST_REMEMBERED);

  constructor(mongo: Mongo) {
    this.devices = mongo.model('devices', deviceSchema);
    this.fleet = mongo.modelForLongReads(this.devices);
  }

  /** The keys of all devices. */
  async keys(): Promise<Set<number>> {
    const rows = await this.fleet.find({}, { _id: 0, key: 1 }).lean<{ key: number }[]>();
    return new Set(rows.map(({ key }) => key));
  }

  async insert(devices: readonly DeviceDocument[], session: ClientSession): Promise<void> {
    await this.devices.insertMany([...devices], { session });
  }

  find(actor: Actor, deviceName: string, session?: ClientSession): Promise<DeviceDocument | null> {
    return this.devices
      .findOne({ ...scopeOf(actor), _id: deviceName }, null, { session })
      .lean()
      .exec();
  }

  /** A device's key and the users who see it, regardless of its owner; null: there is no such device. */
  ownersOf(
    deviceName: string,
  ): Promise<Pick<DeviceDocument, '_id' | 'key' | 'managerId' | 'assistantIds'> | null> {
    return this.devices.findOne({ _id: deviceName }, { key: 1, managerId: 1, assistantIds: 1 }).lean().exec();
  }

  /** Finds a device and locks it: a concurrent transaction that changes it conflicts. */
  hold(actor: Actor, deviceName: string, session: ClientSession): Promise<DeviceDocument | null> {
    const filter = { ...scopeOf(actor), _id: deviceName };
    return this.devices
      .findOneAndUpdate(filter, { $inc: { held: 1 } }, { session })
      .lean()
      .exec();
  }

  /** The devices of these names that the actor may see. */
  withNames(actor: Actor, names: readonly string[], session: ClientSession): Promise<DeviceDocument[]> {
    return this.devices
      .find({ ...scopeOf(actor), _id: trusted({ $in: [...names] }) }, null, { session })
      .lean()
      .exec();
  }

  /** The next devices, by name after `after`, that any of these assistants is assigned to. */
  assignedTo(
    assistantIds: readonly string[],
    { after, limit }: { after: string; limit: number },
    session: ClientSession,
  ): Promise<DeviceDocument[]> {
    const filter = { assistantIds: trusted({ $in: [...assistantIds] }), _id: trusted({ $gt: after }) };
    return this.devices.find(filter, null, { session }).sort({ _id: 1 }).limit(limit).lean().exec();
  }

  async replace(devices: readonly DeviceDocument[], session: ClientSession): Promise<void> {
    const replacements = devices.map(({ _id, ...replacement }) => ({
      replaceOne: { filter: { _id }, replacement },
    }));
    await this.devices.bulkWrite(replacements, { session });
  }

  remove(actor: Actor, deviceName: string, session: ClientSession): Promise<DeviceDocument | null> {
    return this.devices
      .findOneAndDelete({ ...scopeOf(actor), _id: deviceName }, { session })
      .lean()
      .exec();
  }

  /** A page in the requested order; newest first by default. */
  async page(actor: Actor, list: DeviceList): Promise<{ rows: DeviceDocument[]; totalCount: number }> {
    const filter: QueryFilter<DeviceDocument> = {
      ...scopeOf(actor),
      ...searchFor(list),
      ...(list.isAssigned && { 'assistantIds.0': trusted({ $exists: true }) }),
      ...((list.only || list.except) && {
        _id: trusted({ ...(list.only && { $in: list.only }), ...(list.except && { $nin: list.except }) }),
      }),
    };
    const [rows, totalCount] = await Promise.all([
      list.managersInOrder
        ? rowsByManager(this.fleet, filter, 'managerId', list, list.managersInOrder)
        : this.fleet
            .find(filter, null, timeLimit())
            .sort(orderOf(list))
            .skip(list.offset)
            .limit(list.limit)
            .lean(),
      this.count(filter),
    ]);
    return { rows, totalCount };
  }

  /** All devices in the actor's scope, or those of these names, by name. */
  names(
    actor: Actor,
    among?: readonly string[],
  ): Promise<Pick<DeviceDocument, '_id' | 'key' | 'deviceAlias' | 'managerId'>[]> {
    const filter = { ...scopeOf(actor), ...(among && { _id: trusted({ $in: [...among] }) }) };
    return this.fleet
      .find(filter, { key: 1, deviceAlias: 1, managerId: 1 }, timeLimit())
      .sort({ _id: 1 })
      .lean()
      .exec();
  }

  /** The number of devices that `onDashboard` returns. */
  countOnDashboard(actor: Actor, managerIds: readonly string[] | null): Promise<number> {
    return this.count(dashboardOf(actor, managerIds));
  }

  /** The dashboard's fields of all devices in the actor's scope, or of these managers, by name and in batches. */
  async *onDashboard(
    actor: Actor,
    managerIds: readonly string[] | null,
  ): AsyncGenerator<DashboardDocument[]> {
    // Through the driver, because mongoose can't return raw bytes.
    const cursor = this.fleet.collection
      .find(dashboardOf(actor, managerIds) as Document, {
        ...timeLimit(),
        projection: ON_DASHBOARD,
        batchSize: READ_AT_ONCE,
        raw: true,
      })
      .sort({ _id: 1 });
    try {
      while (await cursor.hasNext()) {
        const batch = cursor.readBufferedDocuments() as unknown as Buffer[];
        yield batch.map((bytes) => this.dashboardDocuments.of(bytes));
        refuseIfTooLate();
      }
    } finally {
      await cursor.close();
    }
  }

  /**
   * All devices, or those of these names, for the service's own use; without changes that a failover may take back.
   * @throws if no majority confirms the read in time.
   */
  registered(names?: readonly string[]): Promise<Registrable[]> {
    return this.devices
      .find(names ? { _id: trusted({ $in: [...names] }) } : {}, REGISTERED)
      .readConcern('linearizable')
      .maxTimeMS(CONFIRMED_WITHIN_MS)
      .lean<Registrable[]>()
      .exec();
  }

  /** Stores when the change of these devices' passwords was committed, unless a password was changed again or has its date. */
  async dateLogins(
    devices: readonly Pick<Registrable, '_id' | 'passwordSha256'>[],
    passwordChangedAt: Date,
  ): Promise<void> {
    const dates = devices.map(({ _id, passwordSha256 }) => ({
      updateOne: {
        filter: { _id, passwordSha256, passwordChangedAt: null },
        update: { $set: { passwordChangedAt } },
      },
    }));
    await this.devices.bulkWrite(dates, { ordered: false, throwOnValidationError: true });
  }

  /** Whether a device matches, regardless of its owner. */
  async has(filter: QueryFilter<DeviceDocument>, session?: ClientSession): Promise<boolean> {
    return (await this.devices.findOne(filter, { _id: 1 }, { session }).lean().exec()) !== null;
  }

  /**
   * Writes to one device with the sensor type, except `others`, so that a concurrent transaction that takes the sensor type
   * from it conflicts. The device is a random one, because many transactions may do so at once. false: no other device has it.
   */
  async holdOneWith(sensorId: string, others: readonly string[], session: ClientSession): Promise<boolean> {
    const filter = { sensorIds: sensorId, _id: trusted({ $nin: [...others] }) };
    const some = await this.devices.find(filter, { _id: 1 }, { session, limit: HELD_AMONG }).lean().exec();
    if (some.length === 0) return false;
    const { _id } = some[randomInt(some.length)]!;
    await this.devices.updateOne({ _id }, { $inc: { held: 1 } }, { session });
    return true;
  }

  /** The devices on a floor that the actor may see, by name. */
  onFloor(actor: Actor, floorId: string): Promise<DeviceDocument[]> {
    return this.devices
      .find({ ...scopeOf(actor), 'floorData.floorMapId': floorId })
      .sort({ _id: 1 })
      .lean()
      .exec();
  }

  /** The positions on floors of an assistant's devices. */
  async positionsOf(assistantId: string): Promise<FloorData[]> {
    const filter = { assistantIds: assistantId, floorData: trusted({ $ne: null }) };
    const rows = await this.devices.find(filter, { floorData: 1 }).lean().exec();
    return rows.flatMap(({ floorData }) => (floorData ? [floorData] : []));
  }

  /** The ids of the assistants assigned to devices in a building, each once. */
  assistantsIn(buildingId: string): Promise<string[]> {
    return this.devices.distinct('assistantIds', { 'floorData.buildingId': buildingId }).exec();
  }

  /** Removes all devices from the floors of a building, and returns them as changed. */
  async leaveBuilding(buildingId: string, session: ClientSession): Promise<DeviceDocument[]> {
    const filter = { 'floorData.buildingId': buildingId };
    const rows = await this.devices.find(filter, null, { session }).lean().exec();
    if (rows.length > 0) await this.devices.updateMany(filter, { $set: { floorData: null } }, { session });
    return rows.map((device) => ({ ...device, floorData: null }));
  }

  /** The logins of devices, by their names. */
  async logins(
    deviceNames: readonly string[],
    options: OrderedRead,
  ): Promise<Map<string, NonNullable<AnswerOf<typeof credentials.lookUp>['login']>>> {
    const filter = { _id: trusted({ $in: [...deviceNames] }) };
    const projection = { key: 1, passwordSha256: 1, udpKeyId: 1, udpSource: 1 };
    const rows = await this.devices.find(filter, projection, options).lean().exec();
    return new Map(
      rows.map((device) => {
        const { _id, key: deviceKey, passwordSha256 } = device;
        return [_id, { deviceKey, passwordSha256, udp: udpIdentityOf(device) }];
      }),
    );
  }

  /** Without a filter, the hint makes MongoDB count the index of the ids, not the documents. */
  private count(filter: QueryFilter<DeviceDocument>): Promise<number> {
    const isAll = Object.keys(filter).length === 0;
    return this.fleet.countDocuments(filter, { ...timeLimit(), ...(isAll && { hint: '_id_' }) }).exec();
  }
}

const dashboardOf = (actor: Actor, managerIds: readonly string[] | null): QueryFilter<DeviceDocument> =>
  managerIds ? { $and: [scopeOf(actor), { managerId: trusted({ $in: [...managerIds] }) }] } : scopeOf(actor);
