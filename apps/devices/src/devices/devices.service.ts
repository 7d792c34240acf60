import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type {
  BulkUpdate,
  Device,
  DeviceChange,
  DeviceQuery,
  DeviceSensor,
  NewDevice,
  credentials,
  devices,
} from '@telemon/contracts/devices/devices';
import { type ShownState, stateOf } from '@telemon/contracts/devices/device-states';
import type { AnswerOf } from '@telemon/contracts/call';
import type { PageQuery } from '@telemon/contracts/page';
import { FactOutbox, type UnversionedFact } from '@telemon/platform/facts/fact-outbox';
import type { ClientSession } from 'mongodb';
import type { z } from 'zod';
import { FloorsService } from '../floors/floors.service.ts';
import { lastUpdatedOf } from '../latest/latest-view.ts';
import { LatestService } from '../latest/latest.service.ts';
import { sortBy } from '../list-query.ts';
import { type ManagerField, ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import { PresenceService } from '../presence/presence.service.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { Belongings } from './belongings.ts';
import { type DeviceDocument, audienceOf } from './device-document.ts';
import { DeviceChanges } from './device-changes.ts';
import { type DeviceList, narrowedBy } from './device-list.ts';
import { DeviceMaking } from './device-making.ts';
import { DeviceParts, hasSameParts } from './device-parts.ts';
import { DeviceRegistry } from './device-registry.ts';
import { changedDevice, refuseChangesForAdmins } from './device-settings.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { DeviceViews, idsOfSensors } from './device-views.ts';
import { deviceNotFound, devicesNotFound, notYours, refuseAssistants } from './devices.errors.ts';
import { type DashboardDocument, DevicesRepository } from './devices.repository.ts';
import { withPassword } from './logins.ts';
import { newPassword } from './passwords.ts';

const MANAGER_FIELDS: readonly ManagerField[] = ['managerName', 'companyName', 'locationName'];

@Injectable()
export class DevicesService {
  constructor(
    private readonly repository: DevicesRepository,
    private readonly registry: DeviceRegistry,
    private readonly making: DeviceMaking,
    private readonly changes: DeviceChanges,
    private readonly parts: DeviceParts,
    private readonly belongings: Belongings,
    private readonly views: DeviceViews,
    private readonly statuses: DeviceStatuses,
    private readonly sensorTypes: SensorTypesService,
    private readonly floors: FloorsService,
    private readonly managers: ManagersService,
    private readonly latest: LatestService,
    private readonly presence: PresenceService,
    private readonly facts: FactOutbox,
  ) {
    registry.onGone(({ key }) => latest.drop(key));
    sensorTypes.keepWhile((id, session) => repository.has({ sensorIds: id }, session));
    managers.owning('devices', (managerId) => repository.has({ managerId }));
  }

  /** Creates a device and its MQTT login. Only this answer contains the password. */
  async create(actor: Actor, request: NewDevice): Promise<AnswerOf<typeof devices.create>> {
    const [made] = await this.making.make(actor, [request]);
    const { device, password, sensorNames } = made!;
    const deviceData = this.views.view(device, sensorNames, undefined);
    return { deviceData, mqtt: { username: device._id, password } };
  }

  async list(
    actor: Actor,
    { state, presence, ...query }: DeviceQuery,
  ): Promise<AnswerOf<typeof devices.list>> {
    const [inState, asPresent] = await Promise.all([
      state && this.namesIn(state, actor),
      presence && this.presence.narrowedTo(presence),
    ]);
    const { rows, totalCount } = await this.page(actor, query, narrowedBy(inState, asPresent));
    return { devices: await this.views.of(rows), pagination: { totalCount } };
  }

  /** @throws if there is no such device, or the actor may not see it. */
  async get(actor: Actor, deviceName: string): Promise<Device> {
    return this.view(await this.find(actor, deviceName));
  }

  /** The stored device. @throws if there is no such device, or the actor may not see it. */
  async find(actor: Actor, deviceName: string, session?: ClientSession): Promise<DeviceDocument> {
    const device = await this.repository.find(actor, deviceName, session);
    if (!device) throw deviceNotFound();
    return device;
  }

  /** Whether the actor may see the device with this key, under this name. */
  async sees(actor: Actor, deviceName: string, key: number): Promise<boolean> {
    return (await this.repository.find(actor, deviceName))?.key === key;
  }

  async update(actor: Actor, deviceName: string, change: DeviceChange): Promise<Device> {
    refuseAssistants(actor);
    const named = change.managerId
      ? await ownerFor(actor, change.managerId, this.managers, 'managerId')
      : null;
    const [device] = await this.changes.make(
      async (session) => [await this.find(actor, deviceName, session)],
      async (stored, session) => {
        refuseChangesForAdmins(actor, stored, change);
        const changed = changedDevice(stored, change, named ?? stored.managerId);
        // Unchanged parts aren't locked: a mere rename waits for no other change with the same sensor.
        if (!hasSameParts(stored, changed)) await this.parts.take([changed], session);
        return changed;
      },
    );
    return this.view(device!);
  }

  /** Gives devices another manager: all of them, or none. Devices that the manager owns already stay as they are. */
  async bulkUpdate(actor: Actor, { deviceId: names, managerId }: BulkUpdate): Promise<null> {
    if (!isAdmin(actor.role)) throw notYours();
    const named = await ownerFor(actor, managerId, this.managers, 'managerId');
    await this.changes.make(
      async (session) => {
        const found = await this.repository.withNames(actor, names, session);
        refuseMissing(names, found);
        return found;
      },
      (stored) => (stored.managerId === named ? stored : changedDevice(stored, {}, named)),
    );
    return null;
  }

  /**
   * Removes a device. Its readings and newest values stay under its key, which no device will have again, until `Sealing` and
   * `LatestService` remove them: its neighbours' values are in one document with its own, so transactions of their deletions would
   * conflict.
   */
  async remove(actor: Actor, deviceName: string): Promise<null> {
    refuseAssistants(actor);
    const { device, facts, versions } = await this.facts.commit(async (session, publish) => {
      const removed = await this.repository.remove(actor, deviceName, session);
      if (!removed) throw deviceNotFound();
      await this.presence.remove(removed.key, session);
      const gone: UnversionedFact = { kind: 'device', key: deviceName, state: null };
      const told = [gone, ...(await this.belongings.remove(removed, session))];
      return { device: removed, facts: told, versions: await publish(...told) };
    });
    this.registry.drop(deviceName, device.key);
    // If it fails, or is too early, the next save removes them.
    await this.latest.remove(device.key).catch(() => undefined);
    this.changes.tellLoginEnded({ deviceName, version: versions[0]! });
    this.belongings.tellWithdrawn(facts, versions);
    this.statuses.show({ name: deviceName, audience: audienceOf(device) }, 'deleted');
    return null;
  }

  /** Sets a new password; the old one becomes invalid. */
  async renewLogin(actor: Actor, deviceName: string): Promise<{ username: string; password: string }> {
    refuseAssistants(actor);
    const password = newPassword();
    await this.changes.make(
      async (session) => [await this.find(actor, deviceName, session)],
      (stored) => withPassword(stored, password),
    );
    return { username: deviceName, password };
  }

  /** A device's login, as `logins` has it. */
  async login(deviceName: string): Promise<AnswerOf<typeof credentials.lookUp>> {
    const [login] = await this.logins([deviceName]);
    return login!;
  }

  /** Devices' logins, for endpoints that devices sign in at; null where there is no such device. */
  async logins(deviceNames: readonly string[]): Promise<AnswerOf<typeof credentials.lookUp>[]> {
    const { versions, result } = await this.facts.withVersions('device', deviceNames, (options) =>
      this.repository.logins(deviceNames, options),
    );
    return deviceNames.map((name, place) => ({ version: versions[place]!, login: result.get(name) ?? null }));
  }

  async all(actor: Actor): Promise<AnswerOf<typeof devices.all>> {
    const rows = await this.repository.names(actor);
    const deviceTable = rows.map(({ _id, deviceAlias, managerId }) => {
      const { managerName } = this.managers.view(managerId);
      return { deviceName: _id, deviceAlias, managerId, managerName };
    });
    return { deviceTable };
  }

  /** The names among these that devices have, of any owner. */
  async taken(names: readonly string[]): Promise<Set<string>> {
    return new Set((await this.repository.registered([...names])).map(({ _id }) => _id));
  }

  /** The devices on a floor's plan. @throws if there is no such floor, or the actor may not see it. */
  async onFloor(actor: Actor, floorId: string): Promise<AnswerOf<typeof devices.onFloor>> {
    await this.floors.get(actor, floorId);
    return { devices: await this.views.onFloor(await this.repository.onFloor(actor, floorId)) };
  }

  /** A page of the stored devices that have assistants. */
  assigned(actor: Actor, query: PageQuery): Promise<{ rows: DeviceDocument[]; totalCount: number }> {
    return this.page(actor, query, { isAssigned: true });
  }

  /** The next stored devices, by name after `after`, that one of these assistants is assigned to. */
  assignedTo(
    assistantIds: readonly string[],
    page: { after: string; limit: number },
    session: ClientSession,
  ): Promise<DeviceDocument[]> {
    return this.repository.assignedTo(assistantIds, page, session);
  }

  /** The sensors of a device by channel. */
  async sensors(actor: Actor, deviceName: string): Promise<AnswerOf<typeof devices.sensors>> {
    return { sensorList: await this.sensorsOf(await this.find(actor, deviceName)) };
  }

  async sensorsOf(device: DeviceDocument): Promise<z.infer<typeof DeviceSensor>[]> {
    const names = await this.sensorTypes.names(idsOfSensors([device]));
    return device.sensorIds.flatMap((id, channel) =>
      id === null ? [] : [{ seqId: channel + 1, sensorData: { id, sensorName: names.get(id) ?? '' } }],
    );
  }

  /** How many devices `onDashboard` yields. */
  countOnDashboard(actor: Actor, managerIds: readonly string[] | null): Promise<number> {
    return this.repository.countOnDashboard(actor, managerIds);
  }

  /** The devices in the actor's scope, or those of `managerIds` among them, with their fields for the dashboard. */
  async *onDashboard(
    actor: Actor,
    managerIds: readonly string[] | null,
  ): AsyncGenerator<{ rows: DashboardDocument[]; sensorNames: (device: DashboardDocument) => string[] }> {
    for await (const rows of this.repository.onDashboard(actor, managerIds)) {
      const names = await this.sensorTypes.names(idsOfSensors(rows));
      yield { rows, sensorNames: (device) => idsOfSensors([device]).map((id) => names.get(id) ?? '') };
    }
  }

  /** The device as the API shows it. */
  async view(device: DeviceDocument): Promise<Device> {
    return (await this.views.of([device]))[0]!;
  }

  /** The names of the actor's devices that are in a state now. */
  private async namesIn(state: ShownState, actor: Actor): Promise<string[]> {
    const isRare = state === 'firing' || state === 'silent';
    const some = await this.repository.names(actor, isRare ? this.statuses.notable() : undefined);
    const latest = await this.latest.arrivals(some.map(({ key }) => key));
    return some
      .filter(({ _id, key }) => {
        const lastUpdated = lastUpdatedOf(latest.get(key));
        return stateOf({ ...this.statuses.of(_id, lastUpdated), lastUpdated }) === state;
      })
      .map(({ _id }) => _id);
  }

  private page(
    actor: Actor,
    query: PageQuery,
    narrowed: Pick<DeviceList, 'isAssigned' | 'only' | 'except'> = {},
  ) {
    const byManager = sortBy(query, MANAGER_FIELDS);
    return this.repository.page(actor, {
      ...query,
      ...narrowed,
      managerIds: this.managers.idsFoundBy(actor, query.q),
      ...(byManager && { managersInOrder: this.managers.idsInOrderOf(byManager.field) }),
    });
  }
}

const refuseMissing = (names: readonly string[], found: readonly DeviceDocument[]): void => {
  const known = new Set(found.map(({ _id }) => _id));
  const missing = [...names.entries()].filter(([, name]) => !known.has(name));
  if (missing.length === 0) return;
  const fields = Object.fromEntries(
    missing.map(([place]) => [`deviceId.${place}`, 'There is no such device']),
  );
  throw devicesNotFound({ names: missing.map(([, name]) => name) }, { fields });
};
