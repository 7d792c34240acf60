import { Injectable } from '@nestjs/common';
import { type SentCommand, commands } from '@telemon/contracts/devices/commands';
import type { DeviceCommandsState } from '@telemon/contracts/facts';
import { Backlog } from '@telemon/platform/backlog';
import { CallBatcher } from '@telemon/platform/call-batcher';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Asker } from '@telemon/platform/messaging/asker';
import { untilAnswered } from '@telemon/platform/until-answered';
import type { CommandReceiver, CommandSource } from '../endpoint/command-source.ts';
import { AcknowledgedCommands, type Acknowledgement } from './acknowledged-commands.ts';

/** Devices whose acknowledgements are read at once: after an outage, all of them subscribe within seconds. */
const RECALLED_AT_ONCE = 100;

const NONE: readonly SentCommand[] = [];

/**
 * The commands that wait for devices, in a copy fed by facts of the devices service. An acknowledgement of a device is stored first,
 * and then told to that service until it answers; until its fact has come, the command counts as acknowledged here.
 */
@Injectable()
export class PendingCommands implements CommandSource {
  private readonly copy: FactCopy<'device-commands'>;
  /** Commands in the copy that their devices have acknowledged, by the device's name. */
  private readonly done = new Map<string, Set<string>>();
  private readonly untold: Backlog<Acknowledgement>;
  private readonly unstored: Backlog<Acknowledgement>;
  private readonly recalls = new CallBatcher<CommandReceiver, void>(
    (devices) => this.recallAll(devices),
    RECALLED_AT_ONCE,
  );
  private readonly listeners: ((deviceName: string) => void)[] = [];
  /** The devices whose commands have changed in this moment. */
  private readonly changed = new Set<string>();

  constructor(
    private readonly store: AcknowledgedCommands,
    copies: FactCopies,
    private readonly asker: Asker,
    lifecycle: Lifecycle,
  ) {
    this.copy = copies.of('device-commands');
    this.copy.onChange((deviceName, state) => {
      this.forgetDone(deviceName, state);
      this.announce(deviceName);
    });
    this.untold = new Backlog<Acknowledgement>(lifecycle, {
      work: (some) => this.tell(some),
      waiting: 'delivered commands not told, will retry',
    });
    // Added last, so that a stop stores them while they can still be told.
    this.unstored = new Backlog<Acknowledgement>(lifecycle, {
      work: (some) => this.keep(some),
      waiting: 'delivered commands not stored, will retry',
    });
    lifecycle.onStart(async () => {
      for (const each of await untilAnswered(() => this.store.untold())) this.untold.add(each);
    });
  }

  async recall(device: CommandReceiver): Promise<void> {
    if (this.pendingFor(device).length > 0) await this.recalls.do(device);
  }

  pendingFor({ deviceName, deviceKey }: CommandReceiver): readonly SentCommand[] {
    const state = this.copy.get(deviceName);
    if (state?.deviceKey !== deviceKey) return NONE;
    const done = this.done.get(deviceName);
    return done ? state.pending.filter(({ id }) => !done.has(id)) : state.pending;
  }

  acknowledged(device: CommandReceiver, id: string): void {
    if (this.settle(device, id)) this.unstored.add({ id, at: Date.now() });
  }

  /** Calls `listener` when the commands of a device have changed. */
  onChange(listener: (deviceName: string) => void): void {
    this.listeners.push(listener);
  }

  /** Once all facts that came together are taken in: a later one may withdraw a command, or end the device's login. */
  private announce(deviceName: string): void {
    if (this.changed.size === 0)
      queueMicrotask(() => {
        const names = [...this.changed];
        this.changed.clear();
        for (const name of names) for (const listener of this.listeners) listener(name);
      });
    this.changed.add(deviceName);
  }

  private async recallAll(devices: CommandReceiver[]): Promise<void[]> {
    const ids = devices.flatMap((device) => this.pendingFor(device).map(({ id }) => id));
    const known = new Set(await untilAnswered(() => this.store.among(ids)));
    return devices.map((device) => {
      for (const { id } of this.pendingFor(device)) {
        if (!known.has(id)) continue;
        this.settle(device, id);
        // The replica that had the acknowledgement may be gone; telling twice does no harm.
        this.untold.add({ id, at: Date.now() });
      }
    });
  }

  /** Counts a command as acknowledged; false if it is not pending any more, because it was deleted. */
  private settle(device: CommandReceiver, id: string): boolean {
    if (!this.pendingFor(device).some((command) => command.id === id)) return false;
    const { deviceName } = device;
    this.done.set(deviceName, (this.done.get(deviceName) ?? new Set()).add(id));
    return true;
  }

  private forgetDone(deviceName: string, state: DeviceCommandsState | null): void {
    const done = this.done.get(deviceName);
    if (!done) return;
    const left = (state?.pending ?? NONE).filter(({ id }) => done.has(id)).map(({ id }) => id);
    if (left.length === 0) this.done.delete(deviceName);
    else this.done.set(deviceName, new Set(left));
  }

  private async keep(some: Acknowledgement[]): Promise<void> {
    await this.store.add(some);
    for (const each of some) this.untold.add(each);
  }

  private async tell(some: Acknowledgement[]): Promise<void> {
    await this.asker.ask(commands.delivered, { delivered: some });
    await this.store.told(some.map(({ id }) => id));
  }
}
