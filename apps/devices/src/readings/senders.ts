import { Injectable } from '@nestjs/common';
import { UNKNOWN_DEVICE } from '@telemon/contracts/readings';
import { deviceKeyOf, loginOf, receivedAtOf } from '@telemon/contracts/raw-headers';
import { DeviceRegistry, type NamedSender, type RegisteredDevice } from '../devices/device-registry.ts';
import type { Refused } from './dead-letters.ts';
import type { RawMessage } from './raw-message.ts';

/** The endpoints end a revoked login's connection within this time, ms; messages until then count. */
const LOGIN_ENDS_WITHIN_MS = 2_000;

/** The device that a message came from. */
export interface Sender {
  device: RegisteredDevice;
  receivedAt: number;
}
/** Why a message has no sender. */
export type NoSender = Pick<Refused, 'deviceName' | 'kind' | 'reason'>;

/** Finds the devices that messages of the edges came from. */
@Injectable()
export class Senders {
  constructor(private readonly devices: DeviceRegistry) {}

  /** The sender of each message, or why it is refused. */
  async of(messages: readonly RawMessage[]): Promise<(Sender | NoSender)[]> {
    const senders = messages.map(senderOf);
    await this.devices.look(senders);
    return senders.map((sender) => this.judge(sender));
  }

  private judge({ deviceName, deviceKey, login, receivedAt }: NamedSender): Sender | NoSender {
    if (receivedAt === null)
      return { deviceName, kind: 'unreadable', reason: 'its time of arrival is impossible' };
    const device = deviceName === null ? undefined : this.devices.get(deviceName);
    if (!device) return { deviceName, kind: 'unknown-device', reason: UNKNOWN_DEVICE };
    if (deviceKey !== null && deviceKey !== device.key) {
      const reason = 'the device that sent it is gone, and another has its name';
      return { deviceName, kind: 'former-device', reason };
    }
    if (hadEnded(login, device, receivedAt))
      return { deviceName, kind: 'former-login', reason: 'its login had ended before it came' };
    return { device, receivedAt };
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
