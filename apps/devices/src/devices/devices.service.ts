import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Device, DeviceChange, DeviceSensor, NewDevice, devices } from '@telemon/contracts/devices';
import type { AnswerOf } from '@telemon/contracts/call';
import type { PageQuery } from '@telemon/contracts/page';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { isDuplicateKey } from '@telemon/platform/mongo';
import { literally } from '@telemon/platform/sorted-page';
import type { ClientSession } from 'mongodb';
import type { z } from 'zod';
import { LatestService } from '../latest/latest.service.ts';
import { sortBy } from '../list-query.ts';
import { type ManagerField, ManagersService } from '../managers/managers.service.ts';
import { ownerFor } from '../managers/owner.ts';
import { SensorTypesService } from '../sensor-types/sensor-types.service.ts';
import { type DeviceDocument, audienceOf, stateOf } from './device-document.ts';
import { DeviceRegistry } from './device-registry.ts';
import { DEFAULTS, changedDevice, newDevice, refuseChangesForAdmins } from './device-settings.ts';
import { DeviceStatuses } from './device-statuses.ts';
import { DeviceViews, idsOfSensors } from './device-views.ts';
import { deviceNameTaken, deviceNotFound, notYours, sensorNotChosen } from './devices.errors.ts';
import { type DashboardDocument, DevicesRepository } from './devices.repository.ts';
import { newPassword, sha256Of } from './passwords.ts';

const MANAGER_FIELDS: readonly ManagerField[] = ['managerName', 'companyName', 'locationName'];

@Injectable()
export class DevicesService {
  constructor(
    private readonly repository: DevicesRepository,
    private readonly registry: DeviceRegistry,
    private readonly views: DeviceViews,
    private readonly statuses: DeviceStatuses,
    private readonly sensorTypes: SensorTypesService,
    private readonly managers: ManagersService,
    private readonly latest: LatestService,
    private readonly facts: FactOutbox,
  ) {
    registry.onGone(({ key }) => latest.drop(key));
    sensorTypes.keepWhile((id, session) => repository.measuresWith(id, session));
  }

  /** Makes a device and its MQTT login, whose password is told this once. */
  async create(actor: Actor, request: NewDevice): Promise<AnswerOf<typeof devices.create>> {
    refuseAssistants(actor);
    refuseChangesForAdmins(actor, DEFAULTS, request);
    const password = newPassword();
    const device = newDevice(request, {
      managerId: await ownerFor(actor, request.managerId, this.managers, 'managerId'),
      key: await this.repository.nextKey(),
      passwordSha256: sha256Of(password),
      createdAt: new Date(),
    });
    try {
      await this.facts.commit(async (session, tell) => {
        await this.repository.insert(device, session);
        const names = await this.sensorNames(device, session);
        await tell({ kind: 'device', key: device._id, state: stateOf(device, names) });
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      throw deviceNameTaken({ deviceName: device._id }, { fields: { deviceName: 'This name is taken' } });
    }
    this.registry.put(device);
    this.show(device, 'created');
    return { deviceData: await this.view(device), mqtt: { username: device._id, password } };
  }

  async list(actor: Actor, query: PageQuery): Promise<AnswerOf<typeof devices.list>> {
    const byManager = sortBy(query, MANAGER_FIELDS);
    const { rows, totalCount } = await this.repository.page(actor, {
      ...query,
      managerIds: query.q && actor.role === 'admin' ? this.managers.idsMatching(literally(query.q)) : [],
      ...(byManager && { managersInOrder: this.managers.idsInOrderOf(byManager.field) }),
    });
    return { devices: await this.views.of(rows), pagination: { totalCount } };
  }

  /** @throws where there is none, or none that the actor may see. */
  async get(actor: Actor, deviceName: string): Promise<Device> {
    return this.view(await this.find(actor, deviceName));
  }

  /** As it is stored. @throws where there is none, or none that the actor may see. */
  async find(actor: Actor, deviceName: string, session?: ClientSession): Promise<DeviceDocument> {
    const device = await this.repository.find(actor, deviceName, session);
    if (!device) throw deviceNotFound();
    return device;
  }

  async update(actor: Actor, deviceName: string, change: DeviceChange): Promise<Device> {
    refuseAssistants(actor);
    const named = change.managerId
      ? await ownerFor(actor, change.managerId, this.managers, 'managerId')
      : null;
    const { before, after } = await this.facts.commit(async (session, tell) => {
      const stored = await this.find(actor, deviceName, session);
      refuseChangesForAdmins(actor, stored, change);
      const changed = changedDevice(stored, change, named ?? stored.managerId);
      await this.repository.replace(changed, session);
      const names = await this.sensorNames(changed, session);
      await tell({ kind: 'device', key: deviceName, state: stateOf(changed, names) });
      return { before: stored, after: changed };
    });
    this.registry.put(after);
    this.show(after, 'updated');
    // For its former manager it is gone.
    if (before.managerId !== after.managerId) this.show(before, 'deleted');
    return this.view(after);
  }

  /** Removes a device. Its readings stay under its key, which no device will have again. */
  async remove(actor: Actor, deviceName: string): Promise<null> {
    refuseAssistants(actor);
    const device = await this.facts.commit(async (session, tell) => {
      const removed = await this.repository.remove(actor, deviceName, session);
      if (!removed) throw deviceNotFound();
      await this.latest.remove(removed.key, session);
      await tell({ kind: 'device', key: deviceName, state: null });
      return removed;
    });
    this.registry.drop(deviceName);
    this.show(device, 'deleted');
    return null;
  }

  /** Makes a new password; the old one ends with it. */
  async renewLogin(actor: Actor, deviceName: string): Promise<{ username: string; password: string }> {
    refuseAssistants(actor);
    const password = newPassword();
    await this.facts.commit(async (session, tell) => {
      const device = { ...(await this.find(actor, deviceName, session)), passwordSha256: sha256Of(password) };
      await this.repository.replace(device, session);
      const names = await this.sensorTypes.names(idsOfSensors([device]));
      await tell({ kind: 'device', key: deviceName, state: stateOf(device, names) });
    });
    return { username: deviceName, password };
  }

  /** The hash of a device's password, for endpoints that devices sign in at; null where there is no such device. */
  passwordSha256(deviceName: string): Promise<string | null> {
    return this.repository.passwordSha256(deviceName);
  }

  async all(actor: Actor): Promise<AnswerOf<typeof devices.all>> {
    const rows = await this.repository.names(actor);
    const deviceTable = rows.map(({ _id, deviceAlias, managerId }) => {
      const { managerName } = this.managers.view(managerId);
      return { deviceName: _id, deviceAlias, managerId, managerName };
    });
    return { deviceTable };
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

  /** Every device in the actor's scope with what the dashboard shows of it. */
  async onDashboard(
    actor: Actor,
  ): Promise<{ rows: DashboardDocument[]; sensorNames: (device: DashboardDocument) => string[] }> {
    const rows = await this.repository.onDashboard(actor);
    const names = await this.sensorTypes.names(idsOfSensors(rows));
    return { rows, sensorNames: (device) => idsOfSensors([device]).map((id) => names.get(id) ?? '') };
  }

  /** The names of a device's sensors by id. @throws where one of them is not its manager's. */
  private async sensorNames(
    device: DeviceDocument,
    session: ClientSession,
  ): Promise<ReadonlyMap<string, string>> {
    const { managerId, sensorIds } = device;
    const fields: Record<string, string> = {};
    const names = await this.sensorTypes.namesOwnedBy(managerId, idsOfSensors([device]), session);
    for (const [channel, id] of sensorIds.entries()) {
      if (id !== null && !names.has(id)) fields[`sensorId${channel + 1}`] = 'There is no such sensor';
    }
    if (Object.keys(fields).length > 0) throw sensorNotChosen(undefined, { fields });
    return names;
  }

  /** As others see it. */
  async view(device: DeviceDocument): Promise<Device> {
    return (await this.views.of([device]))[0]!;
  }

  private show(device: DeviceDocument, change: 'created' | 'updated' | 'deleted'): void {
    this.statuses.show({ name: device._id, audience: audienceOf(device) }, change);
  }
}

const refuseAssistants = ({ role }: Actor): void => {
  if (role !== 'admin' && role !== 'manager') throw notYours();
};
