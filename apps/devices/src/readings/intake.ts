import { Injectable } from '@nestjs/common';
import {
  arrivalIdOf,
  heartbeatOf,
  isHeartbeat,
  isTest,
  sourceOf,
  steadyAtOf,
} from '@telemon/contracts/raw-headers';
import { Arrival } from './arrival.ts';
import { Retention } from '../history/retention.ts';
import type { PassingHeartbeat } from './announced-messages.ts';
import type { Refused } from './dead-letters.ts';
import { decode } from './decode.ts';
import { isBelievable } from './reading-ids.ts';
import type { RawMessage } from './raw-message.ts';
import { Senders } from './senders.ts';
import { UnreadableMessages } from './unreadable-messages.ts';

/** The content of a batch of messages. */
interface Brought {
  arrivals: Arrival[];
  refused: Refused[];
  heartbeats: PassingHeartbeat[];
}

/** Decodes a batch of messages into arrivals, refused messages and heartbeats. */
@Injectable()
export class Intake {
  constructor(
    private readonly senders: Senders,
    private readonly retention: Retention,
    private readonly unreadable: UnreadableMessages,
  ) {}

  async read(messages: readonly RawMessage[]): Promise<Brought> {
    const arrivals: Arrival[] = [];
    const refused: Refused[] = [];
    const heartbeats: PassingHeartbeat[] = [];
    const senders = await this.senders.of(messages.filter((message) => !isHeartbeat(message)));
    let place = 0;
    for (const message of messages) {
      if (isHeartbeat(message)) {
        heartbeats.push({ headers: heartbeatOf(message), behind: arrivals.length });
        continue;
      }
      const sender = senders[place++]!;
      if (!('device' in sender)) {
        refused.push({ message, content: 'telemetry', ...sender });
        continue;
      }
      const { device, receivedAt } = sender;
      const deviceName = device.name;
      const offset = Number(message.offset);
      let arrivalId: string | undefined;
      let index = 0;
      const payload = message.value ?? Buffer.alloc(0);
      const ofTest = isTest(message);
      let expired = 0;
      const first = arrivals.length;
      const source = sourceOf(message);
      const steadyAt = steadyAtOf(message);
      const reason = decode({ payload, source, deviceName }, (sent) => {
        arrivalId ??= arrivalIdOf(message);
        const arrival = new Arrival(device, sent, receivedAt, offset, arrivalId, index++);
        arrival.isTest = ofTest;
        arrival.source = source;
        arrival.steadyAt = steadyAt;
        if (this.retention.isOver(sent.timestamp, receivedAt)) expired++;
        else arrivals.push(arrival);
      });
      if (arrivals.length > first + 1) arrivals.push(...arrivals.splice(first).sort(byTime));
      if (reason !== null) {
        refused.push({ message, content: 'telemetry', deviceName, kind: 'unreadable', reason });
        // A device's presence tells of MQTT alone.
        if (source === 'mqtt') this.unreadable.add(device, receivedAt);
      } else if (expired > 0) {
        const old = `${expired} of its readings ${expired === 1 ? 'is' : 'are'} older than the`;
        const kept = `${this.retention.keptDays} days for which readings are kept`;
        refused.push({
          message,
          content: 'telemetry',
          deviceName,
          kind: 'expired',
          reason: `${old} ${kept}`,
        });
      }
    }
    return { arrivals, refused, heartbeats };
  }
}

/** Alerts follow a value as it was measured, and a device may list the newest reading first. */
const byTime = (one: Arrival, other: Arrival): number => timeOf(one) - timeOf(other);

const timeOf = ({ sent: { timestamp }, receivedAt }: Arrival): number =>
  timestamp !== null && isBelievable(timestamp, receivedAt) ? timestamp : receivedAt;
