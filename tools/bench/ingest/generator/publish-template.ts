import { generate } from 'mqtt-packet';
import { SENSORS, topicOf } from '../fleet.ts';
import type { LoadPlan } from '../load-plan.ts';

const TIMESTAMP_DIGITS = 13;
/** `seq` starts at a million, so that it always has seven digits. */
const SEQ_DIGITS = 7;
const ZERO = 0x30;

const READING = '{"TC1":00.00,"TC2":00.00,"TC3":00.00,"timestamp":0000000000000,"seq":0000000}';
const VALUE_AT = Array.from({ length: SENSORS }, (_, sensor) => READING.indexOf(`"TC${sensor + 1}":`) + 6);
const TIMESTAMP_AT = READING.indexOf('"timestamp":') + 12;
const SEQ_AT = READING.indexOf('"seq":') + 6;

/** A device's QoS 1 PUBLISH, encoded once; each sending writes its digits into a copy. */
export class PublishTemplate {
  readonly #packet: Buffer;
  readonly #packetIdAt: number;
  readonly #readingsAt: number[];

  constructor(deviceName: string, readingsPerPublish: number) {
    const readings = Array.from({ length: readingsPerPublish }, () => READING);
    const payload = readingsPerPublish === 1 ? READING : `[${readings.join(',')}]`;
    this.#packet = generate({
      cmd: 'publish',
      topic: topicOf(deviceName),
      payload,
      qos: 1,
      messageId: 1,
      retain: false,
      dup: false,
    });
    const payloadAt = this.#packet.length - payload.length;
    this.#packetIdAt = payloadAt - 2;
    const firstAt = readingsPerPublish === 1 ? payloadAt : payloadAt + 1;
    this.#readingsAt = readings.map((_, reading) => firstAt + reading * (READING.length + 1));
  }

  packet(packetId: number, plan: LoadPlan, publish: number): Buffer {
    const packet = Buffer.allocUnsafe(this.#packet.length);
    this.#packet.copy(packet);
    packet[this.#packetIdAt] = packetId >> 8;
    packet[this.#packetIdAt + 1] = packetId & 0xff;
    this.#readingsAt.forEach((at, reading) => {
      for (let sensor = 0; sensor < SENSORS; sensor++) {
        const value = plan.valueOf(publish, reading, sensor);
        writeDigits(packet, at + VALUE_AT[sensor]!, 2, Math.floor(value / 100));
        writeDigits(packet, at + VALUE_AT[sensor]! + 3, 2, value % 100);
      }
      writeDigits(packet, at + TIMESTAMP_AT, TIMESTAMP_DIGITS, plan.timestampOf(publish, reading));
      writeDigits(packet, at + SEQ_AT, SEQ_DIGITS, plan.seqOf(publish, reading));
    });
    return packet;
  }
}

const writeDigits = (into: Buffer, at: number, digits: number, number: number): void => {
  let rest = number;
  for (let position = at + digits - 1; position >= at; position--) {
    into[position] = ZERO + (rest % 10);
    rest = Math.floor(rest / 10);
  }
};
