import type { MqttLogRow, UdpLogRow } from '@telemon/contracts/logs/message-logs';
import { v1 } from './open-console.tsx';

const TIME = '2026-11-24T08:00:00.000Z';

export const idOfMessage = (number: number): string => `m${String(number).padStart(6, '0')}`;

/** A message of freezer1. A message with a larger number is newer. */
export const aMessage = (number: number, over: Partial<MqttLogRow> = {}): MqttLogRow => ({
  id: idOfMessage(number),
  deviceName: 'freezer1',
  topic: 'devices/freezer1/telemetry',
  data: `{"seq":${number}}`,
  bytes: 10,
  reason: null,
  count: 1,
  timestamp: TIME,
  ...over,
});

/** A datagram of pump01 that is not forwarded. */
export const aDatagram = (over: Partial<UdpLogRow> = {}): UdpLogRow => ({
  id: 'u1',
  deviceName: 'pump01',
  deviceId: 'pump01',
  host: '',
  port: null,
  topic: '',
  message: 'pump01,TC1=20.1',
  bytes: 15,
  reason: null,
  count: 1,
  timestamp: TIME,
  ...over,
});

interface GivenMqttLog {
  /** The newest first. */
  messages: MqttLogRow[];
  /** How many rows the service says that there are, if more than `messages` holds. */
  total: number | undefined;
  /** Adds messages, of which the last is the newest. */
  arrive(...messages: MqttLogRow[]): void;
}

/** An MQTT log of two messages, and the answers of /v1 about it. */
export const givenMqttLog = (): GivenMqttLog => {
  const given: GivenMqttLog = {
    messages: [aMessage(2), aMessage(1)],
    total: undefined,
    arrive: (...messages) => void given.messages.unshift(...messages.toReversed()),
  };
  v1.answer('GET /mqttLog', ({ limit, offset, search = '', upTo }) => {
    const found = given.messages.filter(
      (one) => one.data.includes(search) && (upTo === undefined || one.id <= upTo),
    );
    const pagination = { totalCount: given.total ?? found.length };
    return { mqttLogs: found.slice(offset, offset + limit), pagination, isWhole: true };
  });
  v1.answer('DELETE /mqttLog', () => {
    given.messages = [];
    given.total = undefined;
    return { deleted: 2 };
  });
  return given;
};

export const answerUdpLog = (...udpLogs: UdpLogRow[]): void =>
  v1.answer('GET /udpLog', { udpLogs, pagination: { totalCount: udpLogs.length }, isWhole: true });
