import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import {
  type Command,
  MOST_COMMANDS,
  type NewCommand,
  type commands,
} from '@telemon/contracts/devices/commands';
import type { FactOf } from '@telemon/contracts/facts';
import { DomainError } from '@telemon/platform/errors';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { Counter } from '@telemon/platform/metrics';
import type { ClientSession } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { Belongings } from '../devices/belongings.ts';
import { type DeviceDocument, audienceOf } from '../devices/device-document.ts';
import { DeviceRegistry, type RegisteredDevice } from '../devices/device-registry.ts';
import { DeviceStatuses } from '../devices/device-statuses.ts';
import { refuseAssistants } from '../devices/devices.errors.ts';
import { commandNotFound, tooManyPending } from './commands.errors.ts';
import { type CommandDocument, CommandsRepository } from './commands.repository.ts';

const counted = new Counter({
  name: 'telemon_commands_total',
  help: 'Commands to devices: made, delivered, and withdrawn before their delivery',
  labelNames: ['event'],
});

type Queue = Pick<CommandDocument, 'deviceName' | 'deviceKey'>;

/**
 * The commands to devices. Each change publishes the pending commands of the device as a fact, from which the MQTT endpoint sends them.
 */
@Injectable()
export class CommandsService {
  constructor(
    private readonly repository: CommandsRepository,
    private readonly belongings: Belongings,
    private readonly registry: DeviceRegistry,
    private readonly statuses: DeviceStatuses,
    private readonly facts: FactOutbox,
  ) {
    belongings.onEnd((device, session) => this.removeOf(device, session));
  }

  /** @throws if the actor may not see the device, or as many commands are pending as it may have. */
  async create(actor: Actor, { deviceName, command }: NewCommand): Promise<Command> {
    refuseAssistants(actor);
    const { device, made } = await this.facts.commit(async (session, publish) => {
      const holder = await this.belongings.holder(actor, deviceName, session);
      const before = await this.repository.ofDevice(holder.key, session);
      const added = {
        _id: randomUUID(),
        deviceName,
        deviceKey: holder.key,
        command,
        place: (before[0]?.place ?? 0) + 1,
        createdAt: new Date(),
        deliveredAt: null,
      };
      await this.makeRoom(before, session);
      await this.repository.insert(added, session);
      await publish(await this.factOf(added, session));
      return { device: holder, made: added };
    });
    counted.inc({ event: 'made' });
    this.show({ name: deviceName, audience: audienceOf(device) });
    return viewOf(made);
  }

  /** Removes a command of the actor's devices; a pending one is not sent any more. */
  async remove(actor: Actor, id: string): Promise<null> {
    refuseAssistants(actor);
    const { device, facts, versions } = await this.facts.commit(async (session, publish) => {
      const command = await this.repository.find(id, session);
      if (!command) throw commandNotFound();
      const holder = await this.holderOf(actor, command, session);
      await this.repository.remove([id], session);
      const told = command.deliveredAt === null ? [await this.factOf(command, session)] : [];
      return { device: holder, facts: told, versions: await publish(...told) };
    });
    if (facts.length > 0) counted.inc({ event: 'withdrawn' });
    this.belongings.tellWithdrawn(facts, versions);
    this.show({ name: device._id, audience: audienceOf(device) });
    return null;
  }

  /** The commands of a device, the newest first. */
  async ofDevice({ key }: Pick<DeviceDocument, 'key'>): Promise<Command[]> {
    return (await this.repository.ofDevice(key)).map(viewOf);
  }

  /** Marks commands that devices have acknowledged. */
  async deliver({ delivered }: RequestOf<typeof commands.delivered>): Promise<null> {
    const times = new Map(delivered.map(({ id, at }) => [id, new Date(at)]));
    const { queues, count } = await this.facts.commit(async (session, publish) => {
      const pending = await this.repository.pendingAmong([...times.keys()], session);
      if (pending.length === 0) return { queues: [], count: 0 };
      await this.repository.deliver(new Map(pending.map(({ _id }) => [_id, times.get(_id)!])), session);
      const changed = [...new Map(pending.map((command) => [command.deviceKey, command])).values()];
      const facts = [];
      for (const queue of changed) facts.push(await this.factOf(queue, session));
      await publish(...facts);
      return { queues: changed, count: pending.length };
    });
    counted.inc({ event: 'delivered' }, count);
    this.showEach(queues);
    return null;
  }

  /** Marks commands that are larger than their devices take. They stay pending, for a connection that takes them. */
  async markTooLarge({ ids }: RequestOf<typeof commands.tooLarge>): Promise<null> {
    this.showEach(await this.repository.markTooLarge(ids));
    return null;
  }

  /** Removes the oldest delivered commands beyond those that are kept, for one more. @throws if all are pending. */
  private async makeRoom(before: readonly CommandDocument[], session: ClientSession): Promise<void> {
    const excess = before.length + 1 - MOST_COMMANDS;
    if (excess <= 0) return;
    const oldest = before.filter(({ deliveredAt }) => deliveredAt !== null).slice(-excess);
    if (oldest.length < excess) throw tooManyPending({ most: MOST_COMMANDS });
    await this.repository.remove(
      oldest.map(({ _id }) => _id),
      session,
    );
  }

  private async removeOf({ _id, key }: DeviceDocument, session: ClientSession) {
    const all = await this.repository.ofDevice(key, session);
    if (all.length === 0) return [];
    await this.repository.remove(
      all.map((command) => command._id),
      session,
    );
    const hadPending = all.some(({ deliveredAt }) => deliveredAt === null);
    return hadPending ? [{ kind: 'device-commands' as const, key: _id, state: null }] : [];
  }

  /** The device of a command, locked. A foreign one means that there is no such command. */
  private async holderOf(
    actor: Actor,
    { deviceName }: Queue,
    session: ClientSession,
  ): Promise<DeviceDocument> {
    try {
      return await this.belongings.holder(actor, deviceName, session);
    } catch (error) {
      throw error instanceof DomainError && error.failure.kind === 'not-found' ? commandNotFound() : error;
    }
  }

  private async factOf({ deviceName, deviceKey }: Queue, session: ClientSession) {
    const all = await this.repository.ofDevice(deviceKey, session);
    const pending = all
      .filter(({ deliveredAt }) => deliveredAt === null)
      .map(({ _id, command }) => ({ id: _id, command }))
      .reverse();
    const state: FactOf<'device-commands'>['state'] =
      pending.length === 0 ? null : { deviceName, deviceKey, pending };
    return { kind: 'device-commands' as const, key: deviceName, state };
  }

  private showEach(queues: readonly Queue[]): void {
    for (const deviceName of new Set(queues.map((queue) => queue.deviceName))) {
      const device = this.registry.get(deviceName);
      if (device) this.show(device);
    }
  }

  private show(device: Pick<RegisteredDevice, 'name' | 'audience'>): void {
    this.statuses.show(device, 'commands');
  }
}

const viewOf = ({
  _id,
  command,
  deviceName,
  createdAt,
  deliveredAt,
  isTooLarge,
}: CommandDocument): Command => ({
  id: _id,
  command,
  deviceName,
  createdAt: createdAt.toISOString(),
  state: deliveredAt === null ? 'pending' : 'delivered',
  deliveredAt: deliveredAt?.toISOString() ?? null,
  isTooLarge: deliveredAt === null && isTooLarge === true,
});
