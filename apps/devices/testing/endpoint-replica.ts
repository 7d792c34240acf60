import type { ToldConnection, ToldPresence } from '@telemon/contracts/devices/presence';
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@telemon/contracts/durations';
import type { PresenceReports } from '../src/presence/presence-reports.service.ts';

type Message = Parameters<PresenceReports['take']>[0];

/** A connection over MQTT 5 that began an hour ago. */
export const aConnection = (changes: Partial<ToldConnection> = {}): ToldConnection => ({
  since: Date.now() - HOUR_MS,
  endedAt: null,
  address: '10.0.0.7',
  version: 5,
  tls: false,
  ...changes,
});

/** A replica of the endpoint, which reports the presence of devices. */
export class EndpointReplica {
  private readonly id = randomUUID();
  private number = 0;

  /** @param device The device that connects to it. */
  constructor(
    private readonly reports: PresenceReports,
    private readonly device: Pick<ToldPresence, 'deviceName' | 'deviceKey'>,
  ) {}

  /** A message, which can be delivered at any time. */
  message(phase: Message['phase'], ...devices: ToldPresence[]): Message {
    const number = ++this.number;
    return { replica: this.id, number, phase, ...(devices.length > 0 && { devices }) };
  }

  /** Delivers a message; false if the replica should begin anew. */
  async tell(phase: Message['phase'], ...devices: ToldPresence[]): Promise<boolean> {
    return (await this.reports.take(this.message(phase, ...devices))).isKnown;
  }

  connects(changes: Partial<ToldConnection> = {}): Promise<boolean> {
    return this.tell('stays', { ...this.device, connection: aConnection(changes) });
  }
}
