import { expect, it } from '@jest/globals';
import { type IPublishPacket, type Packet, parser } from 'mqtt-packet';
import { LoadPlan } from '../load-plan.ts';
import { PublishTemplate } from './publish-template.ts';

const plan = (readingsPerPublish: number) =>
  new LoadPlan({
    rate: 100,
    seconds: 10,
    readingsPerPublish,
    devices: 10,
    crossings: 0,
    firstSeq: 1_000_000,
    startsAt: 1_800_000_000_000,
  });

const read = (bytes: Buffer): IPublishPacket => {
  const packets: Packet[] = [];
  const reader = parser({ protocolVersion: 4 });
  reader.on('packet', (packet) => packets.push(packet));
  reader.parse(bytes);
  expect(packets).toHaveLength(1);
  return packets[0] as IPublishPacket;
};

it('a template writes a reading as a device sends it', () => {
  const load = plan(1);
  const packet = read(new PublishTemplate('bench00003', 1).packet(777, load, 13));
  expect(packet).toMatchObject({ topic: 'devices/bench00003/telemetry', qos: 1, messageId: 777 });
  expect(JSON.parse(String(packet.payload))).toEqual({
    TC1: load.valueOf(13, 0, 0) / 100,
    TC2: load.valueOf(13, 0, 1) / 100,
    TC3: load.valueOf(13, 0, 2) / 100,
    timestamp: 1_800_000_000_130,
    seq: 1_000_001,
  });
});

it('a template writes ten readings into one publish, the last with the sending time', () => {
  const packet = read(new PublishTemplate('bench00003', 10).packet(1, plan(10), 13));
  const readings = JSON.parse(String(packet.payload)) as { seq: number; timestamp: number }[];
  expect(readings.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => 1_000_010 + index));
  expect(readings.at(-1)?.timestamp).toBe(1_800_000_001_300);
});
