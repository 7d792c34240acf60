import { Injectable } from '@nestjs/common';
import { DeviceRegistry, type NamedSender, type RegisteredDevice } from '../devices/device-registry.ts';
import { Arrival } from './arrival.ts';
import { Retention } from '../history/retention.ts';
import type { Refused } from './dead-letters.ts';
import { decode } from './decode.ts';
import {
  type RawMessage,
  arrivalIdOf,
  deviceKeyOf,
  isTest,
  loginOf,
  receivedAtOf,
  sourceOf,
} from './raw-message.ts';

/** The endpoints end a revoked login's connection within this time, ms; messages until then count. */
const LOGIN_ENDS_WITHIN_MS = 2_000;

/** Decodes a batch of messages into arrivals and refused messages. */
@Injectable()
export class Intake {
  constructor(
    private readonly devices: DeviceRegistry,
    private readonly retention: Retention,
  ) {}

  async read(messages: readonly RawMessage[]): Promise<{ arrivals: Arrival[]; refused: Refused[] }> {
    const arrivals: Arrival[] = [];
    const refused: Refused[] = [];
    const senders = messages.map(senderOf);
    await this.devices.look(senders);
    for (const [place, message] of messages.entries()) {
      const { deviceName, deviceKey, login, receivedAt } = senders[place]!;
      if (receivedAt === null) {
        const reason = 'its time of arrival is impossible';
        refused.push({ message, deviceName, kind: 'unreadable', reason });
        continue;
      }
      const device = deviceName === null ? undefined : this.devices.get(deviceName);
      if (!device) {
        refused.push({ message, deviceName, kind: 'unknown-device', reason: 'there is no such device' });
        continue;
      }
      if (deviceKey !== null && deviceKey !== device.key) {
        const reason = 'the device that sent it is gone, and another has its name';
        refused.push({ message, deviceName, kind: 'former-device', reason });
        continue;
      }
      if (hadEnded(login, device, receivedAt)) {
        const reason = 'its login had ended before it came';
        refused.push({ message, deviceName, kind: 'former-login', reason });
        continue;
      }
      const offset = Number(message.offset);
      let arrivalId: string | undefined;
      let index = 0;
      const payload = message.value ?? Buffer.alloc(0);
      let expired = 0;
      const reason = decode({ payload, source: sourceOf(message), deviceName: device.name }, (sent) => {
        arrivalId ??= arrivalIdOf(message);
        const arrival = new Arrival(device, sent, receivedAt, offset, arrivalId, index++);
        arrival.isTest = isTest(message);
        if (this.retention.isOver(sent.timestamp, receivedAt)) expired++;
        else arrivals.push(arrival);
      });
      if (reason !== null) refused.push({ message, deviceName, kind: 'unreadable', reason });
      else if (expired > 0) {
        const old = `${expired} of its readings ${expired === 1 ? 'is' : 'are'} older than the`;
        const kept = `${this.retention.keptDays} days for which readings are kept`;
        refused.push({ message, deviceName, kind: 'expired', reason: `${old} ${kept}` });
      }
    }
    return { arrivals, refused };
  }
}

const senderOf = (message: RawMessage): NamedSender => ({
  deviceName: message.key?.toString() ?? null,
  deviceKey: deviceKeyOf(message),
  login: loginOf(message),
  receivedAt: receivedAtOf(message),
});

/** Whether a message came over a former login: an endpoint that neither NATS nor Kafka reached doesn't know of the change. */
const hadEnded = (login: string | null, device: RegisteredDevice, receivedAt: number): boolean =>
  login !== null && login !== device.login && receivedAt > device.endOfLogin(login) + LOGIN_ENDS_WITHIN_MS;
