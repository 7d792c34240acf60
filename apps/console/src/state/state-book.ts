import { makeListeners } from '../data/listeners.ts';
import type { LiveStore } from '../live/live-store.ts';
import { stateOf, type ShownState, type StateSource } from '@telemon/contracts/devices/device-states';
import { presentOf } from './device-state.ts';

export interface Known extends StateSource {
  deviceName: string;
}

/**
 * The current state of every device in a response. Recomputed for devices with new events; listeners are notified only when a
 * state changes.
 */
export class StateBook {
  private devices = new Map<string, Known>();
  private answeredAt = 0;
  private states: ReadonlyMap<string, ShownState> = new Map();
  private readonly live: LiveStore;
  private readonly listeners = makeListeners();

  constructor(live: LiveStore) {
    this.live = live;
  }

  /** Replaces the devices by those of a new response. */
  setDevices(devices: readonly Known[], answeredAt: number): void {
    this.devices = new Map(devices.map((device) => [device.deviceName, device]));
    this.answeredAt = answeredAt;
    const states = new Map<string, ShownState>();
    for (const device of devices) states.set(device.deviceName, this.compute(device));
    this.replace(states);
  }

  /** Recomputes the states of these devices. */
  recompute(deviceNames: Iterable<string>): void {
    let changed: Map<string, ShownState> | null = null;
    for (const deviceName of deviceNames) {
      const device = this.devices.get(deviceName);
      if (!device) continue;
      const state = this.compute(device);
      if (state === this.states.get(deviceName)) continue;
      changed ??= new Map(this.states);
      changed.set(deviceName, state);
    }
    if (changed) this.replace(changed);
  }

  /** Returns the same map until a state changes. */
  readonly now = (): ReadonlyMap<string, ShownState> => this.states;

  readonly subscribe = this.listeners.subscribe;

  private compute({ deviceName, status, lastUpdated, silentSince }: Known): ShownState {
    const answered = { status, lastUpdated, silentSince, answeredAt: this.answeredAt };
    return stateOf(presentOf(answered, this.live.of(deviceName)));
  }

  private replace(states: ReadonlyMap<string, ShownState>): void {
    this.states = states;
    this.listeners.notify();
  }
}
