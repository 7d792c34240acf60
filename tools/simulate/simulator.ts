import { createSocket } from 'node:dgram';
import { setTimeout as delay } from 'node:timers/promises';
import type { Demo } from './demo-file.ts';
import { DEVICES, type DemoDevice } from './fleet.ts';
import { historyOf } from './history.ts';
import { MqttLink } from './mqtt-link.ts';
import { chance, seedOf } from './random.ts';
import { type WireReading, readingOf } from './readings.ts';
import { say } from './say.ts';

/** Bounds of the time between two readings of a device. */
const SHORTEST_INTERVAL_MS = 5_000;
const LONGEST_INTERVAL_MS = 15_000;
/** Pause between two messages of the history, so that current readings don't wait behind them. */
const PAUSE_OF_PAST_MS = 100;
/** Pause between the connections of two devices. */
const PAUSE_OF_CONNECTIONS_MS = 40;

interface Ports {
  mqtt: number;
  udp: number;
}

/** Sends the fleet's history and its current readings. */
export class Simulator {
  private readonly links = new Map<string, MqttLink>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly udp = createSocket('udp4').unref();
  private readonly ports: Ports;
  private readonly demo: Demo;
  private readonly save: () => void;
  /** The devices that were made; a fleet of an older version lacks newer ones. */
  private readonly devices: DemoDevice[];
  private isStopped = false;

  /** @param save saves the progress of the history */
  constructor(ports: Ports, demo: Demo, save: () => void) {
    this.ports = ports;
    this.demo = demo;
    this.devices = DEVICES.filter(({ deviceName }) => demo.logins[deviceName] !== undefined);
    this.save = save;
    // A closed port is no reason to end: the next datagram may arrive.
    this.udp.on('error', () => undefined);
  }

  /** Connects the devices and lets them send; resolves when their history has arrived, too. */
  async run(): Promise<void> {
    for (const device of this.devices) {
      if (device.link === 'mqtt' || this.hasPastToSend(device)) this.connect(device);
      this.sendFromNowOn(device);
      await delay(PAUSE_OF_CONNECTIONS_MS);
    }
    await this.sendPast();
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.udp.close();
    await Promise.all([...this.links.values()].map((link) => link.close()));
  }

  private connect({ deviceName }: DemoDevice): void {
    const login = this.demo.logins[deviceName]!;
    const protocolVersion = seedOf(deviceName) % 2 === 0 ? 4 : 5;
    this.links.set(deviceName, new MqttLink(this.ports.mqtt, login, protocolVersion));
  }

  private sendFromNowOn(device: DemoDevice): void {
    const seed = seedOf(device.deviceName);
    let last = Date.now();
    const next = (count: number) => {
      const interval =
        SHORTEST_INTERVAL_MS + (LONGEST_INTERVAL_MS - SHORTEST_INTERVAL_MS) * chance(seed, count);
      const timer = setTimeout(
        () => {
          this.timers.delete(timer);
          const time = Date.now();
          this.send(device, readingOf(device, { time, sinceMs: time - last, liveFrom: this.demo.liveFrom }));
          last = time;
          next(count + 1);
        },
        count === 0 ? interval / 5 : interval,
      );
      this.timers.add(timer);
    };
    next(0);
  }

  private send({ deviceName, link }: DemoDevice, reading: WireReading): void {
    if (link === 'udp-json') this.sendDatagram(JSON.stringify({ deviceId: deviceName, ...reading }));
    else if (link === 'udp-text') {
      const fields = Object.entries(reading).map(([name, value]) => `${name}=${value}`);
      this.sendDatagram([deviceName, ...fields].join(','));
    } else {
      const connection = this.links.get(deviceName)!;
      if (connection.isOpen) connection.publish(reading).catch(() => undefined);
    }
  }

  private sendDatagram(text: string): void {
    this.udp.send(text, this.ports.udp, '127.0.0.1', () => undefined);
  }

  private hasPastToSend({ deviceName }: DemoDevice): boolean {
    return (this.demo.sentUpTo[deviceName] ?? 0) < this.demo.historyEnd;
  }

  /** Sends the history, a message of each device in turn, oldest first. */
  private async sendPast(): Promise<void> {
    const begun = performance.now();
    let sent = 0;
    const pasts = this.devices
      .filter((device) => this.hasPastToSend(device))
      .map((device) => ({
        device,
        messages: historyOf(device, this.demo.historyEnd, this.demo.sentUpTo[device.deviceName]),
      }));
    while (pasts.length > 0 && !this.isStopped) {
      const past = pasts.shift()!;
      const { done, value: message } = past.messages.next();
      const { deviceName } = past.device;
      if (done === true) {
        this.demo.sentUpTo[deviceName] = this.demo.historyEnd;
        if (past.device.link !== 'mqtt') await this.disconnect(deviceName);
        continue;
      }
      try {
        await this.links.get(deviceName)!.publish(message.readings);
      } catch (error) {
        // The next start sends the rest of it; the history of the other devices goes on.
        say('warn', 'history not acknowledged', { deviceName, reason: (error as Error).message });
        continue;
      }
      sent += message.readings.length;
      this.demo.sentUpTo[deviceName] = message.upTo;
      this.save();
      pasts.push(past);
      await delay(PAUSE_OF_PAST_MS);
    }
    if (sent === 0 || this.isStopped) return;
    this.save();
    say('info', 'history sent', { readings: sent, seconds: Math.round((performance.now() - begun) / 1_000) });
  }

  private async disconnect(deviceName: string): Promise<void> {
    await this.links.get(deviceName)?.close();
    this.links.delete(deviceName);
  }
}
