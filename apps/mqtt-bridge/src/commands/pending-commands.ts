import { Injectable } from '@nestjs/common';
import { type SentCommand, commands } from '@telemon/contracts/devices/commands';
import type { DeviceCommandsState } from '@telemon/contracts/facts';
import { COMMANDS_WITHDRAWN_SUBJECT, CommandsWithdrawn } from '@telemon/contracts/mqtt-bridge/mqtt';
import { Backlog } from '@telemon/platform/backlog';
import { CallBatcher } from '@telemon/platform/call-batcher';
import { type FactCopy, FactCopies } from '@telemon/platform/facts/fact-copies';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Asker } from '@telemon/platform/messaging/asker';
import { Live } from '@telemon/platform/messaging/live';
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
  /** Device name → the version of its fact in which commands were withdrawn, as long as the copy has an older one. */
  private readonly withdrawnIn = new Map<string, number>();
  private readonly untold: Backlog<Acknowledgement>;
  private readonly unstored: Backlog<Acknowledgement>;
  private readonly tooLargeOnes: Backlog<string>;
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
    live: Live,
    lifecycle: Lifecycle,
  ) {
    this.copy = copies.of('device-commands');
    this.copy.onChange((deviceName, state, version) => {
      this.forgetDone(deviceName, state);
      if (version >= (this.withdrawnIn.get(deviceName) ?? 0)) this.withdrawnIn.delete(deviceName);
      this.announce(deviceName);
    });
    live.subscribe(COMMANDS_WITHDRAWN_SUBJECT, CommandsWithdrawn, (withdrawn) => this.withdraw(withdrawn));
    this.untold = new Backlog<Acknowledgement>(lifecycle, {
      work: (some) => this.tell(some),
      waiting: 'delivered commands not told, will retry',
    });
    this.tooLargeOnes = new Backlog<string>(lifecycle, {
      work: async (ids) => void (await this.asker.ask(commands.tooLarge, { ids })),
      waiting: 'commands that are too large for their devices not told, will retry',
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
    if (this.unacknowledgedOf(device).length > 0) await this.recalls.do(device);
  }

  pendingFor(device: CommandReceiver): readonly SentCommand[] {
    return this.withdrawnIn.has(device.deviceName) ? NONE : this.unacknowledgedOf(device);
  }

  /** How many commands wait for all devices. */
  get waiting(): number {
    let waiting = 0;
    for (const state of this.copy.values()) waiting += this.unacknowledgedOf(state).length;
    return waiting;
  }

  acknowledged(device: CommandReceiver, id: string): void {
    if (this.settle(device, id)) this.unstored.add({ id, at: Date.now() });
  }

  tooLarge(id: string): void {
    this.tooLargeOnes.add(id);
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

  /** The commands of a device in the copy, withdrawn ones included as long as the copy has no newer fact. */
  private unacknowledgedOf({ deviceName, deviceKey }: CommandReceiver): readonly SentCommand[] {
    const state = this.copy.get(deviceName);
    if (state?.deviceKey !== deviceKey) return NONE;
    const done = this.done.get(deviceName);
    return done ? state.pending.filter(({ id }) => !done.has(id)) : state.pending;
  }

  /** Until the fact comes, which tells what is left, nothing is sent to the device. */
  private withdraw({ deviceName, version }: CommandsWithdrawn): void {
    if (version <= this.copy.versionOf(deviceName)) return;
    this.withdrawnIn.set(deviceName, Math.max(version, this.withdrawnIn.get(deviceName) ?? 0));
  }

  private async recallAll(devices: CommandReceiver[]): Promise<void[]> {
    const ids = devices.flatMap((device) => this.unacknowledgedOf(device).map(({ id }) => id));
    const known = new Set(await untilAnswered(() => this.store.among(ids)));
    return devices.map((device) => {
      for (const { id } of this.unacknowledgedOf(device)) {
        if (!known.has(id)) continue;
        this.settle(device, id);
        // The replica that had the acknowledgement may be gone; telling twice does no harm.
        this.untold.add({ id, at: Date.now() });
      }
    });
  }

  /** Counts a command as acknowledged; false if it is not pending any more, because it was deleted. */
  private settle(device: CommandReceiver, id: string): boolean {
    if (!this.unacknowledgedOf(device).some((command) => command.id === id)) return false;
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
